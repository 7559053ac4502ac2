import { asCallFailure } from '@flint/remote-kit/data';
import { loadableDialog } from '@flint/ui';
import { useState, type ReactNode } from 'react';

const ProofDialog = loadableDialog(() => import('./ProofDialog').then((module) => module.ProofDialog));

interface Proof {
  /** Whether a call was refused for want of a recent code; the dialog then asks for one, and does `again` afterwards. */
  readonly isAskedFor: (error: unknown, again: () => Promise<void>) => boolean;
  /** The dialog while it asks; render it. */
  readonly dialog: ReactNode;
}

export const needsProof = (error: unknown): boolean => asCallFailure(error)?.code === 'proof_needed';

/** A code from the mailbox before what a stolen session must not do. */
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
