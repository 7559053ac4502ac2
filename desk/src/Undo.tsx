import { undoHeld, type HeldAct } from '@flint/remote-kit/data';
import { Kbd, Toast } from '@flint/ui';

/** A pending action, with five seconds to undo it. */
export function Undo({ act }: { readonly act: HeldAct }) {
  const label = (
    <>
      Undo <Kbd>z</Kbd>
    </>
  );
  return (
    <div className="f-toasts">
      <Toast tone="info" text={act.text} action={{ label, run: undoHeld }} />
    </div>
  );
}
