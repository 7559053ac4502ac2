import { useState } from 'react';

export interface Draft {
  readonly choice: Choice;
  /** What the person is told. */
  readonly reason: string;
  /** For the log. */
  readonly note: string;
}

/** What is decided: a measure, none, or that the report was made up. */
export type Choice = 'dismissed' | 'warning' | 'suspension' | 'ban' | 'false';

const drafts = new Map<string, Draft>();

/** What was typed about a case; it outlives a session that ends, until the page goes. */
export function useDraft(id: string, first: Choice): readonly [Draft, (changed: Partial<Draft>) => void] {
  const [draft, setDraft] = useState<Draft>(() => drafts.get(id) ?? { choice: first, reason: '', note: '' });
  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed };
    drafts.set(id, next);
    setDraft(next);
  };
  return [draft, change];
}

/** What the API is told of a draft. */
export function verdictOf({ choice, reason }: Draft) {
  if (choice === 'dismissed' || choice === 'false') return { outcome: choice, reason: '' } as const;
  return { outcome: 'upheld', measure: choice, reason: reason.trim() } as const;
}

export const forgetDraft = (id: string): void => void drafts.delete(id);
