import { t } from '@flint/texts';
import { useEffect, useId, type ReactNode } from 'react';
import { Button } from '../Button/Button';
import { Dialog } from './Dialog';

interface FormDialogProps {
  readonly title: string;
  /** The label of the main button; without one there are no buttons yet. */
  readonly submitLabel: string | false;
  /** Whether the form can be submitted. */
  readonly ready: boolean;
  readonly busy?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

const DOUBLE_CLICK_MS = 500;

/** The second click of a double click must not press what the closed dialog hid. */
function dropSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A form in a dialog: Cancel (on a phone the close button does), and one button that submits it, or Enter, or Ctrl or Cmd + Enter in a field of several lines. */
export function FormDialog({
  title,
  submitLabel,
  ready,
  busy = false,
  onClose,
  onSubmit,
  children,
}: FormDialogProps) {
  const formId = useId();
  useEffect(
    () => () => {
      addEventListener('click', dropSecondClick, true);
      setTimeout(() => removeEventListener('click', dropSecondClick, true), DOUBLE_CLICK_MS);
    },
    [],
  );
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        submitLabel && (
          <>
            <Button className="f-dialog__cancel" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" form={formId} variant="primary" busy={busy} disabled={!ready}>
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        className="f-dialog__form"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (ready && !busy && !event.repeat) event.currentTarget.requestSubmit();
        }}
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
