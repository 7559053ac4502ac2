import type { Offer } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon, IconButton, loadableDialog } from '@flint/ui';
import { useState } from 'react';

const CalendarDialog = loadableDialog(() =>
  import('./CalendarDialog').then((module) => module.CalendarDialog),
);

interface AddToCalendarProps {
  readonly offer: Offer;
  /** Only an icon, in a short card. */
  readonly isSmall?: boolean;
}

/** Opens the calendar dialog of an agreed or called-off date. */
export function AddToCalendar({ offer, isSmall = false }: AddToCalendarProps) {
  const { online } = usePlatform();
  const [isOpen, setOpen] = useState(false);
  const text = offer.cancelledAt ? t('Update Calendar') : t('Add to Calendar');
  const look = { icon: <Icon name="calendar" />, disabled: !online, onClick: () => setOpen(true) };
  return (
    <>
      {isSmall ? <IconButton {...look} label={text} /> : <Button {...look}>{text}</Button>}
      {isOpen && <CalendarDialog offer={offer} onClose={() => setOpen(false)} />}
    </>
  );
}
