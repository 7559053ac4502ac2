import type { Offer } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon, icons, loadableDialog } from '@flint/ui';
import { useState } from 'react';

const CalendarDialog = loadableDialog(() =>
  import('./CalendarDialog').then((module) => module.CalendarDialog),
);

interface AddToCalendarProps {
  readonly offer: Offer;
  /** At the foot of a ticket. */
  readonly isInTicket?: boolean;
}

/** Opens the calendar dialog of an agreed or called-off date. */
export function AddToCalendar({ offer, isInTicket = false }: AddToCalendarProps) {
  const { online } = usePlatform();
  const [isOpen, setOpen] = useState(false);
  const text = offer.cancelledAt ? t('Update Calendar') : t('Add to Calendar');
  const does = { disabled: !online, onClick: () => setOpen(true) };
  return (
    <>
      {isInTicket ? (
        <button type="button" className="f-ticket__do f-button" {...does}>
          <Icon path={icons.calendar} size={18} />
          {text}
        </button>
      ) : (
        <Button icon={<Icon path={icons.calendar} />} {...does}>
          {text}
        </Button>
      )}
      {isOpen && <CalendarDialog offer={offer} onClose={() => setOpen(false)} />}
    </>
  );
}
