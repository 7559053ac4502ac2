import type { Offer } from '@flint/contracts';
import { asCallFailure, useLazyReadOfferCalendarQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, buttonClass, Dialog, Icon, icons, Notice, Soft, Spinner, Stack } from '@flint/ui';
import { download } from '@flint/ui/download';
import { useEffect } from 'react';

interface CalendarDialogProps {
  readonly offer: Offer;
  readonly onClose: () => void;
}

/** Adds the date to a calendar: as a file, or through Google or Outlook. A called-off date has the file only. */
export function CalendarDialog({ offer, onClose }: CalendarDialogProps) {
  const [read, { data, error }] = useLazyReadOfferCalendarQuery();
  useEffect(() => void read({ id: offer.id }), [read, offer.id]);
  const isOff = offer.cancelledAt !== null;
  return (
    <Dialog open size="s" title={isOff ? t('Update Calendar') : t('Add to Calendar')} onClose={onClose}>
      {!data && !error && <Spinner label={t('Making the calendar file')} />}
      {error && <Notice tone="failure">{t(asCallFailure(error)?.message ?? '')}</Notice>}
      {data && (
        <Stack gap={3}>
          {isOff && (
            <p>
              {t('This date was called off. Import the file again to remove the event from your calendar.')}
            </p>
          )}
          <Button
            variant="primary"
            full
            icon={<Icon path={icons.download} />}
            onClick={() => download(data.fileName, data.ics, 'text/calendar;charset=utf-8')}
          >
            {t('Download calendar file')}
          </Button>
          {!isOff && (
            <>
              <a
                className={buttonClass({ full: true })}
                href={data.googleUrl}
                target="_blank"
                rel="noreferrer"
              >
                {t('Google Calendar')}
              </a>
              <a
                className={buttonClass({ full: true })}
                href={data.outlookUrl}
                target="_blank"
                rel="noreferrer"
              >
                {t('Outlook')}
              </a>
              <Soft>
                {t('The file works with Apple Calendar, Outlook and most others. It names neither of you.')}
              </Soft>
            </>
          )}
        </Stack>
      )}
    </Dialog>
  );
}
