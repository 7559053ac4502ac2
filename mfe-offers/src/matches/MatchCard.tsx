import type { Match } from '@flint/contracts';
import { ScreenLink } from '@flint/remote-kit';
import { localized, t } from '@flint/texts';
import { Badge, Button, Card, Icon, loadable, PhotoFrame, Soft, Ticket } from '@flint/ui';
import { memo, useId } from 'react';
import { PlanRow } from '../plans/PlanRow';
import { KeyHint } from '../shared/KeyHint';
import { PersonSafety } from '../shared/PersonSafety';
import { TimeTile } from '../shared/TimeTile';
import { summaryOf, Details, NameAndAge, ReadyPlans, Reasons } from './MatchParts';
import { useHide } from './use-hide';
import { bandOf } from './words';
import './match-card.css';

// only beside a list: on a phone the person's page has the album
const Album = loadable(() => import('./Album').then((module) => module.Album));

/** Number of reasons on a card of a list; the person's page shows all. */
const REASONS_ON_CARD = 2;

interface MatchCardProps {
  readonly match: Match;
  readonly online: boolean;
  /** Beside a list the card shows everything; in a list it links to the person. */
  readonly isWhole: boolean;
  /** Opens the invitation, at one of the shared times or at none yet. */
  readonly onInvite: (match: Match, time: string | null) => void;
}

/** Without a ready plan: the first hour and activity that suit both, or why there is none, and a button to the invitation. */
function FirstIdea({ match, online, onInvite }: Pick<MatchCardProps, 'match' | 'online' | 'onInvite'>) {
  const [time = null] = match.sharedTimes;
  const [plan] = match.suggestedActivities;
  const [first, second] = plan?.location
    ? [plan.location, plan.activity]
    : [plan?.activity ?? t('A plan of your own'), t('You are both free')];
  return (
    <Ticket
      kind="plan"
      picture={<TimeTile at={time} />}
      foot={
        <Button size="s" variant="primary" disabled={!online} onClick={() => onInvite(match, time)}>
          {t('Invite')}
        </Button>
      }
    >
      <strong>{time ? localized(first) : t('No free hour in common yet')}</strong>
      {time ? (
        <Soft as="span">{localized(second)}</Soft>
      ) : (
        <ScreenLink to="availability">{t('Add free hours')}</ScreenLink>
      )}
    </Ticket>
  );
}

/**
 * One person: photo, name, age, band, reasons and a plan. A list has twenty: memoized, so that it renders only when it
 * stays the same.
 */
export const MatchCard = memo(function MatchCard({ match, online, isWhole, onInvite }: MatchCardProps) {
  const hide = useHide(match);
  const titleId = useId();
  const band = bandOf(match);
  const about = summaryOf(match);
  const hasPlan = (match.plans?.length ?? 0) > 0;
  const { photoUrl, photoUrls: photos = photoUrl ? [photoUrl] : [] } = match;

  return (
    <Card
      as="article"
      padding="none"
      className={isWhole ? 'm-card m-card--whole f-sheet' : 'm-card m-card--tile'}
      aria-labelledby={titleId}
    >
      <div className="m-card__main f-stack f-gap-3">
        <div className="m-card__photo">
          {isWhole ? (
            <Album
              key={match.userId}
              name={match.name}
              urls={photos}
              fallback={<PhotoFrame name={match.name} photoUrl={match.photoUrl} />}
            />
          ) : (
            <>
              <PhotoFrame name={match.name} photoUrl={match.photoUrl} />
              <ScreenLink
                to="matches"
                params={{ person: match.userId }}
                className="f-over"
                aria-label={t('See everything about {name}', { name: match.name })}
              >
                {null}
              </ScreenLink>
              {photos.length > 1 && (
                <span className="m-card__dots" aria-hidden="true">
                  {photos.map((url) => (
                    <span key={url} />
                  ))}
                </span>
              )}
            </>
          )}
        </div>
        <div className="m-card__body">
          <header className="m-card__head f-row f-row--between f-gap-3">
            <div>
              <h2 id={titleId}>
                <NameAndAge match={match} />
              </h2>
              {about && <Soft>{localized(about)}</Soft>}
            </div>
            <Badge tone={band.tone}>{t(band.text)}</Badge>
          </header>
          {isWhole ? (
            <Details match={match} online={online} onInvite={onInvite}>
              <ReadyPlans match={match} online={online} />
            </Details>
          ) : (
            <>
              <Reasons reasons={match.reasons.slice(0, REASONS_ON_CARD)} />
              {match.plans?.[0] ? (
                <PlanRow match={match} plan={match.plans[0]} online={online} isMain />
              ) : (
                <FirstIdea match={match} online={online} onInvite={onInvite} />
              )}
            </>
          )}
        </div>
      </div>
      <footer className="m-card__foot f-sheet__foot f-row f-gap-2">
        {(isWhole || hasPlan) && (
          <Button
            variant={hasPlan ? 'quiet' : 'primary'}
            icon={<Icon name="mail" />}
            disabled={!online}
            aria-keyshortcuts={isWhole ? 'i' : undefined}
            onClick={() => onInvite(match, null)}
          >
            {t('Invite')}
            {isWhole && <KeyHint keys="i" />}
          </Button>
        )}
        <Button
          variant="quiet"
          disabled={!online}
          aria-keyshortcuts={isWhole ? 'e' : undefined}
          onClick={hide}
        >
          {t('Not for me')}
          {isWhole && <KeyHint keys="e" />}
        </Button>
        <span className="m-card__safety">
          <PersonSafety person={{ id: match.userId, name: match.name }} />
        </span>
      </footer>
    </Card>
  );
});
