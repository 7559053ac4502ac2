import type { Match, Plan } from '@flint/contracts';
import { localized, t } from '@flint/texts';
import { Button, Soft, Ticket, TicketTime } from '@flint/ui';
import type { ReactNode } from 'react';
import { dayAndTime } from '../shared/dates';
import { KeyHint } from '../shared/KeyHint';
import { TimeNotes } from '../shared/TimeNotes';
import { useSendOffer } from '../shared/use-send-offer';

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
  const { isSending, sends, send } = useSendOffer(match);
  const { id, time: proposedDate, activity, location, placeId, place } = plan;
  const time = dayAndTime(proposedDate);
  return (
    <>
      <TimeNotes proposed={proposedDate} />
      <Ticket
        kind="plan"
        head={picture}
        foot={
          <Button
            variant={isFirst ? 'primary' : 'secondary'}
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
        <TicketTime at={proposedDate}>{time}</TicketTime>
        <strong translate="no">{localized(place)}</strong>
        <Soft as="span">{localized(activity)}</Soft>
      </Ticket>
    </>
  );
}
