import { LIMITS } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { useUser } from '@flint/remote-kit';
import { useListOffersQuery, useToday } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Notice } from '@flint/ui';
import { dayAndTime, longDateAndTime } from './dates';

/** A time before this hour is probably a mistake. */
const MORNING = 7;

const MEETING = message('You are meeting {name} {time}.');
const ASKED = message('You have asked {name} for {time}. Whoever says yes first has the date.');

/** Warns about a time before an offer is sent: an overlapping plan, or a time at night. Neither is refused. */
export function TimeNotes({ proposed }: { readonly proposed: string }) {
  const { id } = useUser();
  const today = useToday();
  const { data } = useListOffersQuery();
  const at = new Date(proposed);
  const overlapping = data?.items.find(
    ({ status, cancelledAt, fromUserId, proposedDate }) =>
      !cancelledAt &&
      (status === 'accepted' || (status === 'pending' && fromUserId === id)) &&
      Math.abs(Date.parse(proposedDate) - at.getTime()) < LIMITS.dateHours * HOUR_MS,
  );
  const other = overlapping && (overlapping.fromUserId === id ? overlapping.toUser : overlapping.fromUser);
  return (
    <>
      {overlapping && other && (
        <Notice tone="warning">
          <p>
            {rich(overlapping.status === 'accepted' ? MEETING : ASKED, {
              name: <span translate="no">{other.name}</span>,
              time: longDateAndTime(overlapping.proposedDate),
            })}
          </p>
        </Notice>
      )}
      {at.getHours() < MORNING && (
        <Notice tone="warning">
          <p>{t('This is at night: {time}.', { time: dayAndTime(proposed, today) })}</p>
        </Notice>
      )}
    </>
  );
}
