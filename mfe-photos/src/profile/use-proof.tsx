import { asCallFailure } from '@flint/remote-kit/data';
import { loadableDialog } from '@flint/ui';
import { useState, type ReactNode } from 'react';

const ProofDialog = loadableDialog(() => import('./ProofDialog').then((module) => module.ProofDialog));

interface Proof {
  /** Opens the dialog if a call was refused because it needs a recent code, and runs `again` after the code. */
  readonly isAskedFor: (error: unknown, again: () => Promise<void>) => boolean;
  /** The dialog to render; null while closed. */
  readonly dialog: ReactNode;
}

export const needsProof = (error: unknown): boolean => asCallFailure(error)?.code === 'proof_needed';

/** Requires a mailed code before an action that a stolen session must not be able to do. */
export function useProof(): Proof {
  const [again, setAgain] = useState<(() => Promise<void>) | null>(null);
  return {
    isAskedFor(error, next) {
      if (!needsProof(error)) return false;
      setAgain(() => next);
      return true;
    },
    dialog: again && (
      <ProofDialog
        onClose={() => setAgain(null)}
        onProven={() => {
          setAgain(null);
          void again();
        }}
      />
    ),
  };
}
