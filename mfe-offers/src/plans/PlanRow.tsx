import type { Match, Plan } from '@flint/contracts';
import { useToday } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import { Button, loadable, Soft, Ticket } from '@flint/ui';
import { inOneLine } from '../matches/words';
import { dayAndTime } from '../shared/dates';
import { KeyHint } from '../shared/KeyHint';
import { TimeTile } from '../shared/TimeTile';
import { useSendOffer } from '../shared/use-send-offer';

// few plans have one; a card works without
const TimeNotes = loadable(
  () => import('../shared/TimeNotes').then((module) => module.TimeNotes),
  () => null,
);

interface PlanRowProps {
  readonly match: Match;
  readonly plan: Plan;
  readonly online: boolean;
  /** Whether it is the main act of the screen. */
  readonly isMain: boolean;
  /** The key that sends it on a person's page. */
  readonly shortcut?: string;
}

/** A ready plan in one row: when, where, what, and one tap that sends it. */
export function PlanRow({ match, plan, online, isMain, shortcut }: PlanRowProps) {
  const { isSending, sends, send } = useSendOffer(match);
  const { id, time: proposedDate, activity, location, placeId, place } = plan;
  const time = dayAndTime(proposedDate, useToday());
  return (
    <>
      <TimeNotes proposed={proposedDate} />
      <Ticket
        kind="plan"
        picture={<TimeTile at={proposedDate} />}
        foot={
          <Button
            size="s"
            variant={isMain ? 'primary' : 'secondary'}
            disabled={!online || isSending}
            aria-keyshortcuts={shortcut}
            aria-label={
              sends(id)
                ? t('Sending')
                : t('Send {name} this plan: {time}, {place}', { name: match.name, time, place })
            }
            onClick={() => send({ proposedDate, activity, location, placeId, planId: id }, place)}
          >
            {sends(id) ? t('Sending') : t('Send')}
            {shortcut && <KeyHint keys={shortcut} />}
          </Button>
        }
      >
        <strong translate="no">{localized(place)}</strong>
        <Soft as="span">{localized(inOneLine(activity))}</Soft>
      </Ticket>
    </>
  );
}
