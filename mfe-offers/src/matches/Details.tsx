import type { Match } from '@flint/contracts';
import { ScreenLink } from '@flint/remote-kit';
import { localized, t } from '@flint/texts';
import { Button, buttonClass, Facts, Label, Notice, Row, Soft, Stack } from '@flint/ui';
import type { ReactNode } from 'react';
import { capital, inSentence, shortTime } from '../shared/dates';
import { useToday } from '../shared/use-now';
import { Reasons } from './MatchParts';

export interface DetailsProps {
  readonly match: Match;
  readonly online: boolean;
  readonly onInvite: (match: Match, time: string | null) => void;
  /** Shown after the reasons. */
  readonly children?: ReactNode;
}

/** What a person chose to show of themselves; renders nothing if that is nothing. */
function About({ match: { name, about = [] } }: { readonly match: Match }) {
  if (about.length === 0) return null;
  return (
    <Stack gap={2}>
      <Label>{t('More of {name}', { name })}</Label>
      <Facts facts={about} />
    </Stack>
  );
}

/** Everything known about a person before an invitation: reasons, what the ready plans leave of hours and interests, what they chose to show. */
export function Details({ match, online, onInvite, children }: DetailsProps) {
  const { name, sharedTimes, suggestedActivities, plans = [] } = match;
  const today = useToday();
  const hours = sharedTimes.filter((at) => !plans.some(({ time }) => time === at));
  const likes = suggestedActivities.filter(
    (each) => !plans.some(({ activity }) => activity === each.activity),
  );
  return (
    <>
      <Reasons reasons={match.reasons} />
      {children}
      {sharedTimes.length === 0 && (
        <Notice
          tone="info"
          title={t('No free hour in common yet')}
          action={
            <ScreenLink to="availability" className={buttonClass({ size: 's' })}>
              {t('Add free hours')}
            </ScreenLink>
          }
        >
          <p>{t('Add hours to your week, or invite {name} at a time of your choice.', { name })}</p>
        </Notice>
      )}
      {hours.length > 0 && (
        <Stack gap={2}>
          <Label>{plans.length > 0 ? t('Other hours you share') : t('You are both free')}</Label>
          <Row as="ul" gap={2}>
            {hours.map((time) => (
              <li key={time}>
                <Button
                  size="s"
                  disabled={!online}
                  aria-label={t('Invite {name} for {time}', { name, time: shortTime(time, today) })}
                  onClick={() => onInvite(match, time)}
                >
                  {capital(shortTime(time, today))}
                </Button>
              </li>
            ))}
          </Row>
        </Stack>
      )}
      {likes.length > 0 && (
        <p>
          <Soft as="span">{t('You both like')} </Soft>
          {localized(likes.map(({ activity }) => inSentence(activity)).join(' · '))}
        </p>
      )}
      <About match={match} />
    </>
  );
}
