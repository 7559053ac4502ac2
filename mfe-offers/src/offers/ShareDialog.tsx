import type { Offer } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useShareDateMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Dialog, Icon, icons, Notice, TextField } from '@flint/ui';
import { longDateAndTime } from '../shared/dates';
import { failureText } from '../shared/failure';
import { EndSharing } from './SharedLinks';

interface ShareDialogProps {
  readonly offer: Offer;
  readonly onClose: () => void;
}

/** Makes a link for a friend, and ends all links to this date. */
export function ShareDialog({ offer, onClose }: ShareDialogProps) {
  const { notify } = usePlatform();
  const [share, { data, error, isLoading }] = useShareDateMutation();
  const handleCopy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      notify(t('The link was copied.'), 'success');
    } catch {
      notify(t('Copy the link from the field.'), 'failure');
    }
  };
  return (
    <Dialog
      open
      size="s"
      title={t('Share my date')}
      onClose={onClose}
      actions={
        <>
          <EndSharing offerId={offer.id} onEnded={onClose} />
          {data ? (
            <Button
              variant="primary"
              icon={<Icon path={icons.check} />}
              onClick={() => void handleCopy(data.url)}
            >
              {t('Copy link')}
            </Button>
          ) : (
            <Button variant="primary" busy={isLoading} onClick={() => void share({ id: offer.id })}>
              {t('Make a link')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {t(
          'A friend with the link sees when, where and what, and both first names. No photo, no age, nothing else. You can end it on this page, also after the date.',
        )}
      </p>
      {error && <Notice tone="failure">{failureText(error)}</Notice>}
      {data && (
        <TextField
          label={t('Link')}
          value={data.url}
          readOnly
          hint={t('Until {day}', { day: longDateAndTime(data.expiresAt) })}
          onFocus={(event) => event.target.select()}
        />
      )}
    </Dialog>
  );
}
