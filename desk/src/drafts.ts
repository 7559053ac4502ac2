import { useState } from 'react';

export interface Draft {
  readonly choice: Choice;
  readonly reason: string;
  readonly note: string;
}

/** The decision: a measure, none, or a false report. */
export type Choice = 'dismissed' | 'warning' | 'suspension' | 'ban' | 'false';

const drafts = new Map<string, Partial<Draft>>();

/** The draft of a case, which survives the end of a session until the page closes. The choice is `first` until another one is made. */
export function useDraft(id: string, first: Choice): readonly [Draft, (changed: Partial<Draft>) => void] {
  const [made, setMade] = useState(() => drafts.get(id));
  const change = (changed: Partial<Draft>) => {
    const next = { ...made, ...changed };
    drafts.set(id, next);
    setMade(next);
  };
  return [{ choice: first, reason: '', note: '', ...made }, change];
}

/** The request body of a draft. */
export function verdictOf({ choice, reason }: Draft) {
  if (choice === 'dismissed' || choice === 'false') return { outcome: choice, reason: '' } as const;
  return { outcome: 'upheld', measure: choice, reason: reason.trim() } as const;
}

export const forgetDraft = (id: string): void => void drafts.delete(id);
