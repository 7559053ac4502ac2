import { t } from '@flint/texts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Kbd, Toast } from '@flint/ui';
import { isSingleKey } from '@flint/ui/single-key';
import type { Data } from '../platform/opened-data';
import { rememberFocus } from './keep-focus';

/** The action that is about to be sent, the remaining time as a ring, and an Undo button; `z` does the same. */
export function UndoToast({ module }: Pick<Data, 'module'>) {
  const { undoHeld, UNDO_MS, heldAct } = module;
  const held = useSyncExternalStore(heldAct.subscribe, heldAct.get);
  const isHeld = held !== null;
  const focusAgain = useRef<() => void>(undefined);
  // at once, while the button that holds the action still has the focus
  useEffect(
    () =>
      heldAct.subscribe(() => {
        if (heldAct.get()) (focusAgain.current = rememberFocus())();
      }),
    [heldAct],
  );
  useEffect(() => {
    if (!isHeld) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'z' && isSingleKey(event)) undoHeld();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isHeld, undoHeld]);
  if (!held) return null;
  return (
    <div className="f-toasts undo" key={held.key}>
      <Toast
        tone="info"
        text={held.text}
        picture={
          <svg className="undo__ring" viewBox="0 0 36 36" aria-hidden="true">
            <circle cx="18" cy="18" r="15" />
            <circle cx="18" cy="18" r="15" pathLength="1" style={{ animationDuration: `${UNDO_MS}ms` }} />
          </svg>
        }
        action={{
          label: (
            <>
              {t('Undo')} <Kbd>z</Kbd>
            </>
          ),
          run: () => {
            undoHeld();
            focusAgain.current?.();
          },
        }}
      />
    </div>
  );
}
