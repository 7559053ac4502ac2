import type { Person } from '@flint/contracts';
import { Button, Dialog } from '@flint/ui';

const WORDS = {
  withdraw: {
    title: 'Withdraw this offer?',
    button: 'Withdraw',
    text: (name: string) => `${name} can no longer answer it. You can invite ${name} again later.`,
  },
  cancel: {
    title: 'Call this date off?',
    button: 'Call off',
    text: (name: string) =>
      `${name} is told at once, and both calendars can be updated. If plans just moved, a new offer is one tap away afterwards.`,
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
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={handleEnd}>
            {button}
          </Button>
        </>
      }
    >
      <p>{text(partner.name)}</p>
    </Dialog>
  );
}
