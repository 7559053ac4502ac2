import type { Match, Plan } from '@flint/contracts';
import { localized, t } from '@flint/texts';
import { Button } from '@flint/ui';
import type { ReactNode } from 'react';
import { dayAndTime, dayAndTimeParts } from '../shared/dates';
import { KeyHint } from '../shared/KeyHint';
import { TimeNotes } from '../shared/TimeNotes';
import { useSendPlan } from './use-send-plan';

interface PlanRowProps {
  readonly match: Match;
  readonly plan: Plan;
  readonly online: boolean;
  /** Whether it is the primary one. */
  readonly isFirst: boolean;
  /** The key that sends it on a person's page. */
  readonly shortcut?: string;
  /** A picture of the place, where there is room for one. */
  readonly picture?: ReactNode;
}

/** A ready plan in one row: when, where, what, and one tap that sends it. */
export function PlanRow({ match, plan, online, isFirst, shortcut, picture }: PlanRowProps) {
  const { isSending, sends, send } = useSendPlan(match);
  const [day, hour] = dayAndTimeParts(plan.time);
  const time = dayAndTime(plan.time);
  return (
    <>
      <TimeNotes proposed={plan.time} />
      <div className="m-plan">
        {picture}
        <time className="m-plan__when" dateTime={plan.time} aria-label={time}>
          <span>{day}</span> {hour}
        </time>
        <p className="m-plan__what">
          <strong translate="no">{localized(plan.place)}</strong>
          <span className="m-quiet">{localized(plan.activity)}</span>
        </p>
        <Button
          variant={isFirst ? 'primary' : 'secondary'}
          disabled={!online || isSending}
          aria-keyshortcuts={shortcut}
          aria-label={
            sends(plan)
              ? t('Sending')
              : t('Send {name} this plan: {time}, {place}', { name: match.name, time, place: plan.place })
          }
          onClick={() => send(plan)}
        >
          {sends(plan) ? t('Sending') : t('Send')}
          {shortcut && <KeyHint keys={shortcut} />}
        </Button>
      </div>
    </>
  );
}
