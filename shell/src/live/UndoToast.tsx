import { t } from '@flint/texts';
import { useEffect, useSyncExternalStore } from 'react';
import { isSingleKey } from '@flint/ui/single-key';
import type { Data } from '../platform/DataGate';

/** The action that is about to be sent, the remaining time as a ring, and an Undo button; `z` does the same. */
export function UndoToast({ module }: Pick<Data, 'module'>) {
  const { undoHeld, UNDO_MS, heldAct } = module;
  const held = useSyncExternalStore(heldAct.subscribe, heldAct.get);
  const isHeld = held !== null;
  useEffect(() => {
    if (!isHeld) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'z' && isSingleKey(event)) undoHeld();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isHeld, undoHeld]);
  return (
    <div role="status">
      {held && (
        <div className="undo" key={held.key}>
          <svg className="undo__ring" viewBox="0 0 36 36" aria-hidden="true">
            <circle cx="18" cy="18" r="15" />
            <circle cx="18" cy="18" r="15" pathLength="1" style={{ animationDuration: `${UNDO_MS}ms` }} />
          </svg>
          <span className="undo__text">{held.text}</span>
          <button type="button" onClick={undoHeld}>
            {t('Undo')}{' '}
            <kbd className="f-kbd" translate="no">
              z
            </kbd>
          </button>
        </div>
      )}
    </div>
  );
}
