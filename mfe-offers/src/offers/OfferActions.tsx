import type { Offer, Person } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon, loadableDialog } from '@flint/ui';
import { useState } from 'react';
import { KeyHint } from '../shared/KeyHint';
import { useAnswers } from './use-answers';

const RescheduleDialog = loadableDialog(() =>
  import('./RescheduleDialog').then((module) => module.RescheduleDialog),
);
const ReportDialog = loadableDialog(() => import('./ReportDialog').then((module) => module.ReportDialog));
const CalendarDialog = loadableDialog(() =>
  import('./CalendarDialog').then((module) => module.CalendarDialog),
);

interface OfferActionsProps {
  readonly offer: Offer;
  readonly partner: Person;
}

type Open = 'reschedule' | 'report' | 'calendar';

/** The buttons an offer has now: its abilities say which (spec 2, 4). */
export function OfferActions({ offer, partner }: OfferActionsProps) {
  const { online } = usePlatform();
  const { answer, end, busyWith } = useAnswers(offer, partner);
  const [open, setOpen] = useState<Open | null>(null);
  const { can } = offer;
  const isAnswerable = can.accept || can.decline || can.reschedule;
  const close = () => setOpen(null);
  const isStill = !online || busyWith !== null;

  if (!Object.values(can).includes(true) && open === null) return null;
  return (
    <footer className="o-card__foot">
      {isAnswerable && (
        <div className="o-answers">
          {can.accept && (
            <Button
              variant="primary"
              icon={<Icon name="check" />}
              busy={busyWith === 'accept'}
              disabled={isStill}
              onClick={() => void answer('accept')}
            >
              {t('Accept')}
            </Button>
          )}
          {can.reschedule && (
            <Button
              busy={busyWith === 'reschedule'}
              disabled={isStill}
              aria-keyshortcuts="r"
              onClick={() => setOpen('reschedule')}
            >
              {t('Reschedule')}
              <KeyHint keys="r" />
            </Button>
          )}
          {can.decline && (
            <Button
              variant="quiet"
              busy={busyWith === 'decline'}
              disabled={isStill}
              aria-keyshortcuts="e"
              onClick={() => end('decline')}
            >
              {t('Decline')}
              <KeyHint keys="e" />
            </Button>
          )}
        </div>
      )}
      {can.addToCalendar && (
        <Button icon={<Icon name="calendar" />} disabled={!online} onClick={() => setOpen('calendar')}>
          {offer.cancelledAt ? t('Update Calendar') : t('Add to Calendar')}
        </Button>
      )}
      {can.cancel && (
        <Button variant="quiet" busy={busyWith === 'cancel'} disabled={isStill} onClick={() => end('cancel')}>
          {t('Call off')}
        </Button>
      )}
      {can.withdraw && (
        <Button busy={busyWith === 'withdraw'} disabled={isStill} onClick={() => end('withdraw')}>
          {t('Withdraw')}
        </Button>
      )}
      {can.report && (
        <Button icon={<Icon name="flag" />} disabled={!online} onClick={() => setOpen('report')}>
          {t('Report Issue')}
        </Button>
      )}
      {open === 'reschedule' && (
        <RescheduleDialog
          offer={offer}
          partner={partner}
          onClose={close}
          onPropose={(more) => answer('reschedule', more)}
        />
      )}
      {open === 'report' && <ReportDialog offer={offer} partner={partner} onClose={close} />}
      {open === 'calendar' && <CalendarDialog offer={offer} onClose={close} />}
    </footer>
  );
}
