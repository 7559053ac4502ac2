import { undoHeld, useHeldAct } from '@flint/remote-kit/data';
import { Kbd, Toast, Toasts } from '@flint/ui';
import { useSyncExternalStore } from 'react';
import { problems, setProblem } from './problems';

/** The pending action, with five seconds to undo it, and what could not be done. */
export function Notices() {
  const held = useHeldAct();
  const items = useSyncExternalStore(problems.subscribe, problems.get);
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
