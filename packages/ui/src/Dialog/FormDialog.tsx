import { t } from '@flint/texts';
import { useEffect, useId, type ReactNode } from 'react';
import { Button } from '../Button/Button';
import { Dialog } from './Dialog';

interface FormDialogProps {
  readonly title: string;
  /** The label of the main button; without one there is only Cancel. */
  readonly submitLabel: string | false;
  /** Whether the main button needs the width of a phone: Cancel is hidden there, because the dialog has Close. */
  readonly isMainLong?: boolean;
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

/** A form in a dialog: Cancel, and one button that submits it, or Enter, or Ctrl or Cmd + Enter in a field of several lines. */
export function FormDialog({
  title,
  submitLabel,
  isMainLong = false,
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
        <>
          <Button className={submitLabel && isMainLong ? 'f-dialog__cancel' : undefined} onClick={onClose}>
            {t('Cancel')}
          </Button>
          {submitLabel && (
            <Button type="submit" form={formId} variant="primary" busy={busy} disabled={!ready}>
              {submitLabel}
            </Button>
          )}
        </>
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
