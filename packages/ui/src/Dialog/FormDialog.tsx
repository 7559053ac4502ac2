import { t } from '@flint/texts';
import { useId, type ReactNode } from 'react';
import { Button } from '../Button/Button';
import { Dialog } from './Dialog';

interface FormDialogProps {
  readonly title: string;
  /** What the main button says. */
  readonly submitLabel: string;
  /** Whether the form can be sent as it is. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A dialog that is a form: Cancel, and one button (or Enter in a field) that sends it. */
export function FormDialog({
  title,
  submitLabel,
  ready,
  busy,
  onClose,
  onSubmit,
  children,
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={!ready}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="f-dialog__form"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
