import { t } from '@flint/texts';
import { useDeferredValue, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { IconButton } from '../Button/Button';
import { Icon } from '../Icon/Icon';
import './Dialog.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: 's' | 'm' | 'l';
  /** What has the focus at first; without it the browser's choice, the first that can. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A modal on the native dialog element: Esc closes, focus is kept inside and returned, the page behind is inert. Its children are
 * rendered a moment after it is: who needs their elements asks by a ref callback, not by an effect of the first render.
 */
export function Dialog({
  open: wanted,
  title,
  onClose,
  children,
  actions,
  size = 'm',
  initialFocus,
}: DialogProps) {
  // the touch that opens it is answered first; closing waits for nothing
  const open = useDeferredValue(wanted, false) && wanted;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (!open || !dialog || dialog.open) return undefined;
    const opener = document.activeElement;
    // jsdom has no showModal
    if (typeof dialog.showModal === 'function') dialog.showModal();
    else dialog.setAttribute('open', '');
    initialFocus?.current?.focus({ preventScroll: true });
    return () => {
      if (typeof dialog.close === 'function') dialog.close();
      else dialog.removeAttribute('open');
      // the element is gone by now, so the browser gives the focus back to nobody
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, [open, initialFocus]);
  if (!open) return null;
  return (
    <dialog
      ref={element}
      className={`f-dialog f-dialog--${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="f-dialog__head">
        <h2 id={titleId}>{title}</h2>
        <IconButton label={t('Close')} icon={<Icon name="x" />} onClick={onClose} />
      </div>
      <div className="f-dialog__body">{children}</div>
      {actions && <div className="f-dialog__actions">{actions}</div>}
    </dialog>
  );
}
