import type { SignedInSession } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useListSessionsQuery,
} from '@flint/remote-kit/data';
import { locale, localized, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import {
  Badge,
  Button,
  Dialog,
  ErrorState,
  Items,
  ItemText,
  Skeleton,
  Soft,
  VisuallyHidden,
} from '@flint/ui';

function nameOf({ browser, system, isThis }: SignedInSession): string {
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? (isThis ? t('This device') : t('An unknown device'));
}

const whenOf = (at: string) =>
  localized(new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' }));

const When = ({ at }: { readonly at: string }) => <time dateTime={at}>{whenOf(at)}</time>;

/** The student's sessions, with buttons to end one or all others. */
export function SessionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { notify } = usePlatform();
  const { data, error, isFetching, refetch } = useListSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [endSession, ending] = useEndSessionMutation();
  const [endOthers, endingOthers] = useEndOtherSessionsMutation();
  const items = data?.items ?? [];
  const hasOthers = items.length > 1;
  const handleEnd = async (session: SignedInSession) => {
    const answer = await endSession({ sessionId: session.id });
    if ('error' in answer) return notify(t(asCallFailure(answer.error)?.message ?? ''), 'failure');
    notify(t('{device} is signed out.', { device: nameOf(session) }), 'success');
  };
  const handleEndOthers = async () => {
    const answer = await endOthers();
    if ('error' in answer) return notify(t(asCallFailure(answer.error)?.message ?? ''), 'failure');
    notify(t('You are signed out everywhere else.'), 'success');
  };
  return (
    <Dialog
      open
      title={t('Where you are signed in')}
      onClose={onClose}
      actions={
        data &&
        (hasOthers || !data.isComplete) && (
          <Button variant="danger" busy={endingOthers.isLoading} onClick={() => void handleEndOthers()}>
            {t('Sign out everywhere else')}
          </Button>
        )
      }
    >
      {!data && isFetching && (
        <>
          <VisuallyHidden>
            <span role="status">{t('Loading your devices')}</span>
          </VisuallyHidden>
          <Skeleton lines={4} />
        </>
      )}
      {!data && !isFetching && error && (
        <ErrorState title={t('Your devices could not be loaded')} onRetry={() => void refetch()}>
          <p>{t(asCallFailure(error)?.message ?? '')}</p>
        </ErrorState>
      )}
      {data && (
        <>
          <Items aria-label={t('Where you are signed in')}>
            {items.map((session) => (
              <li key={session.id} className="f-item">
                <ItemText title={nameOf(session)}>
                  {whenOf(session.createdAt) === whenOf(session.lastUsedAt)
                    ? rich('Since {date}', { date: <When at={session.createdAt} /> })
                    : rich('Since {since}. Last used {used}.', {
                        since: <When at={session.createdAt} />,
                        used: <When at={session.lastUsedAt} />,
                      })}
                </ItemText>
                {session.isThis ? (
                  nameOf(session) !== t('This device') && <Badge>{t('This device')}</Badge>
                ) : (
                  <Button
                    size="s"
                    aria-label={t('Sign out {device}', { device: nameOf(session) })}
                    busy={ending.isLoading && ending.originalArgs?.sessionId === session.id}
                    onClick={() => void handleEnd(session)}
                  >
                    {t('Sign out here')}
                  </Button>
                )}
              </li>
            ))}
          </Items>
          <Soft>
            {hasOthers
              ? t(
                  'You do not know one of them? Sign it out: whoever uses it then needs a code from your mailbox.',
                )
              : data.isComplete
                ? t('You are signed in nowhere else.')
                : t('Your other devices cannot be shown here.')}
          </Soft>
        </>
      )}
    </Dialog>
  );
}
