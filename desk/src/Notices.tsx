import { heldAct, undoHeld, useHeldAct } from '@flint/remote-kit/data';
import { Kbd, Toast, Toasts } from '@flint/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { problems, setProblem, setUnsent } from './problems';

/** The pending action, with five seconds to undo it, and what could not be done. */
export function Notices() {
  const held = useHeldAct();
  const items = useSyncExternalStore(problems.subscribe, problems.get);
  const sending = useSyncExternalStore(heldAct.sending.subscribe, heldAct.sending.get);
  const isUnsent = held !== null || sending.length > 0;
  useEffect(() => {
    // a closed page sends nothing
    if (!isUnsent) return undefined;
    const guard = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', guard);
    return () => removeEventListener('beforeunload', guard);
  }, [isUnsent]);
  useEffect(
    () =>
      heldAct.missed.subscribe(() => {
        const { key, text } = heldAct.missed.get()!;
        setUnsent(key.slice('case:'.length), `this page was asleep. ${text}`);
      }),
    [],
  );
  const label = (
    <>
      Undo <Kbd>z</Kbd>
    </>
  );
  return (
    <Toasts items={items} onDismiss={(id) => setProblem(id, null)}>
      {held && <Toast tone="info" text={held.text} action={{ label, run: undoHeld }} />}
    </Toasts>
  );
}
