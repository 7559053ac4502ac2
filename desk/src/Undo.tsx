import { undoHeld, type HeldAct } from '@flint/remote-kit/data';
import { Button, Kbd } from '@flint/ui';

/** A pending action, with five seconds to undo it. */
export function Undo({ act }: { readonly act: HeldAct }) {
  return (
    <div className="undo" role="status">
      <span>{act.text}</span>
      <Button size="s" onClick={undoHeld}>
        Undo <Kbd>z</Kbd>
      </Button>
    </div>
  );
}
