import { useLayoutEffect, useRef, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';

interface Props {
  readonly label: string;
  readonly className: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A native modal dialog that is open while it is rendered. Escape and a click outside close it. */
export function ModalDialog({ label, className, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // in a layout effect: the dialog gets the next key
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  // not by the native close, whose event comes a task later and would close a dialog opened meanwhile
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const closeFromBeside = (event: MouseEvent) => event.target === ref.current && onClose();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its key is Escape, which arrives as onCancel
    <dialog
      ref={ref}
      className={`f-dialog ${className}`}
      aria-label={label}
      onCancel={cancel}
      onClick={closeFromBeside}
      onClose={onClose}
    >
      {children}
    </dialog>
  );
}
