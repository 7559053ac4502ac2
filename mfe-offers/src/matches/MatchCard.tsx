import type { Match } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { holdAct, useHideMatchMutation } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import { Badge, Button, Card, Icon, PhotoFrame } from '@flint/ui';
import { memo, useId } from 'react';
import { shortTime } from '../shared/dates';
import { failureText } from '../shared/failure';
import { PersonSafety } from '../shared/PersonSafety';
import { BANDS } from './words';

interface MatchCardProps {
  readonly match: Match;
  readonly online: boolean;
  /** Opens the invitation, at one of the shared times or at none yet. */
  readonly onInvite: (match: Match, time: string | null) => void;
}

/** Names the act of hiding somebody: until it is sent, it can be undone. */
export const hideKey = ({ userId }: Match) => `hide:${userId}`;

/**
 * One person: photo, name and age, how well the two fit in words, why, and when both are free. Twenty stand below each other: kept as
 * it is while it stays the same.
 */
export const MatchCard = memo(function MatchCard({ match, online, onInvite }: MatchCardProps) {
  const { notify } = usePlatform();
  const [hide] = useHideMatchMutation();
  const titleId = useId();
  const band = BANDS[match.band];
  const about = [match.pronouns, match.year, match.program].filter(Boolean).join(' · ');

  const handleHide = () =>
    holdAct({
      key: hideKey(match),
      text: t('{name} is not suggested to you again', { name: match.name }),
      send: async () => {
        const answer = await hide({ userId: match.userId });
        if ('error' in answer) notify(failureText(answer.error), 'failure');
      },
    });

  return (
    <Card as="article" padding="none" className="m-card" aria-labelledby={titleId}>
      <div className="m-card__photo">
        <PhotoFrame name={match.name} photoUrl={match.photoUrl} />
      </div>
      <div className="m-card__body">
        <header className="m-card__head">
          <div>
            <h2 id={titleId}>
              <span translate="no">{match.name}</span>, <span className="m-age">{match.age}</span>
            </h2>
            {about && <p className="m-about">{localized(about)}</p>}
          </div>
          <Badge tone={band.tone}>{t(band.text)}</Badge>
        </header>
        <ul className="m-reasons" aria-label={t('Why you fit')}>
          {match.reasons.map((reason) => (
            <li key={reason}>
              <Icon name="spark" size={18} />
              <span>{localized(reason)}</span>
            </li>
          ))}
        </ul>
        {match.sharedTimes.length > 0 && (
          <div className="m-times">
            <h3>{t('You are both free')}</h3>
            <ul>
              {match.sharedTimes.map((time) => (
                <li key={time}>
                  <Button
                    size="s"
                    disabled={!online}
                    aria-label={t('Invite {name} for {time}', { name: match.name, time: shortTime(time) })}
                    onClick={() => onInvite(match, time)}
                  >
                    {shortTime(time)}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
        {match.suggestedActivities.length > 0 && (
          <p className="m-activities">
            <span className="m-quiet">{t('You both like')} </span>
            {localized(match.suggestedActivities.map(({ activity }) => activity).join(' · '))}
          </p>
        )}
        <footer className="m-card__foot">
          <Button
            variant="primary"
            icon={<Icon name="mail" />}
            disabled={!online}
            onClick={() => onInvite(match, match.sharedTimes[0] ?? null)}
          >
            {t('Invite')}
          </Button>
          <Button variant="quiet" disabled={!online} onClick={handleHide}>
            {t('Not for me')}
          </Button>
          <PersonSafety person={{ id: match.userId, name: match.name }} />
        </footer>
      </div>
    </Card>
  );
});
