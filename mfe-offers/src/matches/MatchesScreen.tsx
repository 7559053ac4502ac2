import type { Match } from '@flint/contracts';
import { MINUTE_MS } from '@flint/contracts/time';
import { ScreenLink, usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  heldAct,
  serverNow,
  undoHeld,
  useListMatchesQuery,
  useNow,
  useToday,
} from '@flint/remote-kit/data';
import { localized, message, t } from '@flint/texts';
import {
  buttonClass,
  EmptyState,
  ErrorState,
  loadable,
  loadableDialog,
  MatchesDrawing,
  Notice,
  Page,
  PageHead,
  Skeleton,
  Soft,
  useIsWide,
  VisuallyHidden,
  zoneName,
} from '@flint/ui';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { AskAlerts } from '../alerts/AskAlerts';
import { dayAndTime } from '../shared/dates';
import { News } from '../shared/News';
import { OfflineNotice } from '../shared/OfflineNotice';
import { usePendingKeys } from '../shared/pending-acts';
import { heldOfferTo } from '../shared/use-send-offer';
import { Incomplete } from './Incomplete';
import { invitation, type Invitation } from './invitation';
import { MatchList } from './MatchList';
import { upcoming } from './upcoming';
import { hideKey } from './use-hide';
import './matches.css';

const InviteDialog = loadableDialog(() => import('./InviteDialog').then((module) => module.InviteDialog));
const PersonPage = loadable(() => import('./PersonPage').then((module) => module.PersonPage));
const TodaysQuestion = loadable(() => import('./TodaysQuestion').then((module) => module.TodaysQuestion));

const TITLE = message('Your Matches');

function Waiting() {
  return (
    <Page title={t(TITLE)} width="wide">
      <VisuallyHidden>
        <span role="status">{t('Loading your matches')}</span>
      </VisuallyHidden>
      <div className="o-grid">
        {[0, 1, 2].map((each) => (
          <Skeleton key={each} shape="block" height="20rem" />
        ))}
      </div>
    </Page>
  );
}

/** People whom this student may invite, best first, with reasons and shared free times. */
export function MatchesScreen() {
  const { navigation, online } = usePlatform();
  const {
    data: latest,
    error,
    isFetching,
    refetch,
  } = useListMatchesQuery(undefined, {
    refetchOnFocus: true,
  });
  const nextAt = latest?.nextAt;
  useEffect(() => {
    // a page that is left open has the new list soon after its hour; one in the background, which nobody looks at, when it is in view again
    const canAsk = () => navigator.onLine && document.visibilityState === 'visible';
    const ask = () => void (nextAt && Date.parse(nextAt) <= serverNow() && canAsk() && refetch());
    const timer = setInterval(ask, MINUTE_MS);
    return () => clearInterval(timer);
  }, [nextAt, refetch]);
  // a tap gets its feedback before the list renders again; the first list renders at once
  const data = useDeferredValue(latest) ?? latest;
  const today = useToday();
  const now = useNow();
  const pending = usePendingKeys();
  // somebody who was hidden stays so until the list without them is drawn
  const drawnPending = useDeferredValue(pending);
  const items = useMemo(
    () =>
      (data?.items ?? [])
        .filter((match) => ![...pending, ...drawnPending].includes(hideKey(match)))
        .map((match) => upcoming(match, now)),
    [data, pending, drawnPending, now],
  );
  const { params } = navigation.location;
  const opened = useSyncExternalStore(invitation.subscribe, invitation.get);
  const [isDismissed, setDismissed] = useState(false);
  const invite = useCallback((match: Match, time: string | null) => {
    // what waits for the same person is changed, not sent twice
    if (heldAct.get()?.key.startsWith(heldOfferTo(match.userId))) undoHeld();
    invitation.set({ match, time });
  }, []);
  useEffect(() => {
    invitation.set(invitation.get() ?? null);
    return () => invitation.set(undefined);
  }, []);
  const isWide = useIsWide();
  // a student who came from the list goes back to it; one who opened the address has no list in the history
  const [isFromList] = useState(params.person === undefined);
  const toList = () => (isFromList ? navigation.back() : navigation.goTo('matches', {}, { replace: true }));

  if (!latest && error && !isFetching) {
    return (
      <Page title={t(TITLE)} width="wide">
        <ErrorState title={t('Unable to Load Matches')} onRetry={() => void refetch()}>
          <p>{t(asCallFailure(error)?.message ?? '')}</p>
        </ErrorState>
      </Page>
    );
  }
  if (!data) return <Waiting />;
  if (data.missing.length > 0) {
    return <Incomplete missing={data.missing} />;
  }
  const linked = isDismissed ? undefined : items.find(({ userId }) => userId === params.to);
  const open: Invitation | null = opened
    ? { ...opened, match: upcoming(opened.match, now) }
    : linked
      ? { match: linked, time: null }
      : null;
  const close = () => {
    invitation.set(null);
    setDismissed(true);
  };
  const reopen = (problem: string | null, time: string): boolean => {
    const before = invitation.get();
    // a refusal replaces no other sheet, and leads here from no other screen
    if (problem !== null && before !== null) return false;
    invitation.set({ ...open!, time, problem });
    if (before === undefined) navigation.goTo('matches');
    return true;
  };
  const named = items.find(({ userId }) => userId === params.person);
  // rendered once for both pages: when a person leaves the list, the page changes and the refusal stays
  const withInvitation = (page: ReactNode) => (
    <>
      {page}
      {open && <InviteDialog key={open.match.userId} {...open} onClose={close} onReopen={reopen} />}
    </>
  );
  if (named && !isWide) {
    return withInvitation(
      <PersonPage
        match={named}
        online={online}
        onInvite={invite}
        onBack={toList}
        fallback={<Skeleton shape="block" height="24rem" />}
      />,
    );
  }
  // beside a person the list's pane has the heading and these, so that the panes fill the window
  const isSplit = isWide && items.length > 0;
  const question = data.question && (
    <TodaysQuestion key={data.nextAt} question={data.question} until={data.nextAt} />
  );
  const notes = (
    <>
      {data.whyFew && (
        <Notice tone="info" title={t('Why so few?')}>
          <p>
            {localized(data.whyFew.text)}{' '}
            <ScreenLink
              {...(data.whyFew.setting === 'availability'
                ? { to: 'availability' as const }
                : { to: 'onboarding' as const, params: { question: data.whyFew.setting } })}
            >
              {t('Change this setting')}
            </ScreenLink>
          </p>
        </Notice>
      )}
      <Soft>
        {t('Your new list comes {when}. Answers and hours you change until then count in it.', {
          when: Date.parse(data.nextAt) > now ? dayAndTime(data.nextAt, today) : t('soon'),
        })}{' '}
        {t('Nobody sees who was shown to you, or whom you skipped.')}
      </Soft>
    </>
  );
  const head = { title: t(TITLE), lead: t('You fit both ways. {zone}.', { zone: zoneName() }) };
  return withInvitation(
    <Page {...(!isSplit && head)} width="wide">
      <OfflineNotice />
      <News />
      <AskAlerts />
      {params.person && !data.items.some(({ userId }) => userId === params.person) && (
        <Notice tone="info" title={t('This person is not on your list now.')}>
          <p>{t('Everyone gets a new list every morning, so people come and go.')}</p>
        </Notice>
      )}
      {!isSplit && question}
      {items.length === 0 ? (
        <EmptyState
          drawing={<MatchesDrawing />}
          title={t('Nobody new today')}
          actions={
            <ScreenLink to="offers" className={buttonClass({ variant: 'primary' })}>
              {t('See your offers')}
            </ScreenLink>
          }
        >
          <p>{t('You get a new list every morning.')}</p>
        </EmptyState>
      ) : (
        <MatchList
          matches={items}
          named={params.person ?? params.to}
          online={online}
          onInvite={invite}
          {...(isSplit && {
            before: (
              <>
                <PageHead {...head} />
                {question}
              </>
            ),
            after: notes,
          })}
        />
      )}
      {!isSplit && notes}
    </Page>,
  );
}
