import type { Match } from '@flint/contracts';
import { ScreenLink } from '@flint/remote-kit';
import { localized, t } from '@flint/texts';
import { Badge, Button, Card, PhotoFrame, Soft, Ticket } from '@flint/ui';
import { memo, useId } from 'react';
import { PlanRow } from '../plans/PlanRow';
import { TimeTile } from '../shared/TimeTile';
import { summaryOf, NameAndAge, Reasons } from './MatchParts';
import { bandOf, shortReasons } from './words';
import './match-card.css';

/** Number of reasons on a card; the person's page shows all. */
const REASONS_ON_CARD = 2;

interface MatchCardProps {
  readonly match: Match;
  readonly online: boolean;
  /** Opens the invitation, at one of the shared times or at none yet. */
  readonly onInvite: (match: Match, time: string | null) => void;
}

/** Without a ready plan: the first hour and activity that suit both, or that there is none, and a button to the invitation. */
function FirstIdea({ match, online, onInvite }: MatchCardProps) {
  const [time = null] = match.sharedTimes;
  const [plan] = match.suggestedActivities;
  const [first, second] =
    time && plan?.location
      ? [plan.location, plan.activity]
      : [
          plan?.activity ?? t('A plan of your own'),
          time ? t('You are both free') : t('No free hour in common yet'),
        ];
  return (
    <Ticket
      kind="plan"
      picture={time && <TimeTile at={time} />}
      foot={
        <Button size="s" variant="primary" disabled={!online} onClick={() => onInvite(match, time)}>
          {t('Invite')}
        </Button>
      }
    >
      <strong>{localized(first)}</strong>
      <Soft as="span">{localized(second)}</Soft>
    </Ticket>
  );
}

/**
 * One person in the list of a phone: photo, name, age, band, two reasons and one act; the photo leads to the rest. A list has twenty: memoized,
 * so that it renders only when it stays the same.
 */
export const MatchCard = memo(function MatchCard({ match, online, onInvite }: MatchCardProps) {
  const titleId = useId();
  const about = summaryOf(match);
  const [plan] = match.plans ?? [];
  return (
    <Card as="article" padding="none" className="m-card" aria-labelledby={titleId}>
      <div className="m-card__photo">
        <PhotoFrame name={match.name} photoUrl={match.photoUrl} />
        <ScreenLink
          to="matches"
          params={{ person: match.userId }}
          className="f-over"
          aria-label={t('See everything about {name}', { name: match.name })}
        >
          {null}
        </ScreenLink>
        <header className="m-who">
          <h2 id={titleId}>
            <NameAndAge match={match} />
          </h2>
          {about && <p>{localized(about)}</p>}
        </header>
        <Badge tone="accent">{t(bandOf(match))}</Badge>
      </div>
      <div className="m-card__body f-stack f-gap-3">
        <Reasons reasons={shortReasons(match).slice(0, REASONS_ON_CARD)} />
        {plan ? (
          <PlanRow match={match} plan={plan} online={online} isMain />
        ) : (
          <FirstIdea match={match} online={online} onInvite={onInvite} />
        )}
      </div>
    </Card>
  );
});
