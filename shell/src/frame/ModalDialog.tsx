import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly className: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A native modal dialog that is open while it is rendered; Escape and a click beside it close it. */
export function ModalDialog({ label, className, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const dialog = ref.current;
    const closeFromBeside = (event: MouseEvent) => event.target === dialog && dialog?.close();
    dialog?.showModal();
    dialog?.addEventListener('click', closeFromBeside);
    return () => {
      dialog?.removeEventListener('click', closeFromBeside);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={ref} className={`modal ${className}`} aria-label={label} onClose={onClose}>
      <div className="modal__body">{children}</div>
    </dialog>
  );
}
