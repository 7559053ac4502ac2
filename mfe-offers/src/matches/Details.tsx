import type { Match } from '@flint/contracts';
import { ScreenLink } from '@flint/remote-kit';
import { useToday } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Facts, Label, Row, Stack } from '@flint/ui';
import type { ReactNode } from 'react';
import { capital, inSentence, timeOnTile } from '../shared/dates';
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
  const activities = suggestedActivities
    .map(({ activity }) => activity)
    .filter((each) => !plans.some(({ activity }) => activity === each))
    .map(inSentence)
    .join(' · ');
  const likes = activities ? [t('You both like {activities}', { activities })] : [];
  return (
    <>
      <Reasons reasons={[...match.reasons, ...likes]} />
      {children}
      {sharedTimes.length === 0 && (
        <Row as="p" between>
          {t('No free hour in common yet')}
          <ScreenLink to="availability">{t('Add free hours')}</ScreenLink>
        </Row>
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
                  aria-label={t('Invite {name} for {time}', { name, time: timeOnTile(time, today) })}
                  onClick={() => onInvite(match, time)}
                >
                  {capital(timeOnTile(time, today))}
                </Button>
              </li>
            ))}
          </Row>
        </Stack>
      )}
      <About match={match} />
    </>
  );
}
