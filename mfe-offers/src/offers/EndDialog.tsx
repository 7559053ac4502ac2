import type { Person } from '@flint/contracts';
import { message, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, Dialog } from '@flint/ui';

const WORDS = {
  withdraw: {
    title: message('Withdraw this offer?'),
    button: message('Withdraw'),
    text: message('{name} can no longer answer it. You can invite {name} again later.'),
  },
  cancel: {
    title: message('Call this date off?'),
    button: message('Call off'),
    text: message(
      '{name} is told at once, and both calendars can be updated. If plans just moved, a new offer is one tap away afterwards.',
    ),
  },
} as const;

interface EndDialogProps {
  readonly kind: keyof typeof WORDS;
  readonly partner: Person;
  readonly onClose: () => void;
  readonly onEnd: () => Promise<boolean>;
}

/** Asks once before an offer is taken back or a date called off. */
export function EndDialog({ kind, partner, onClose, onEnd }: EndDialogProps) {
  const { title, button, text } = WORDS[kind];
  const handleEnd = () => {
    onClose();
    void onEnd();
  };
  return (
    <Dialog
      open
      size="s"
      title={t(title)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button variant="danger" onClick={handleEnd}>
            {t(button)}
          </Button>
        </>
      }
    >
      <p>{rich(text, { name: <span translate="no">{partner.name}</span> })}</p>
    </Dialog>
  );
}
