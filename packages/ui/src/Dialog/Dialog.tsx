import { t } from '@flint/texts';
import { useDeferredValue, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { IconButton } from '../Button/Button';
import { Icon } from '../Icon/Icon';
import * as icons from '../Icon/icons';
import './Dialog.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: 's' | 'm' | 'l';
  /** The first focus; default: the browser's choice. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A modal native dialog: Esc closes it, it traps and returns the focus, and the page behind is inert. Its children are
 * rendered later than the dialog: get their elements by a ref callback, not by an effect of the first render.
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
  // render after the tap that opens it; closing is immediate
  const open = useDeferredValue(wanted, false) && wanted;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (!open || !dialog || dialog.open) return undefined;
    const opener = document.activeElement;
    const root = document.documentElement;
    root.toggleAttribute('data-scrolls', innerWidth > root.clientWidth);
    dialog.showModal();
    const first = initialFocus?.current;
    // its section from its heading on, if both fit
    first?.closest('dialog section')?.scrollIntoView();
    first?.focus();
    return () => {
      dialog.close();
      // the element no longer exists, so the browser cannot return the focus
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
        <IconButton label={t('Close')} icon={<Icon path={icons.x} />} onClick={onClose} />
      </div>
      <div className="f-dialog__body">{children}</div>
      {actions && <div className="f-dialog__actions">{actions}</div>}
    </dialog>
  );
}
