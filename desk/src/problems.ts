import { createStore } from '@flint/remote-kit/store';
import type { ToastItem } from '@flint/ui';
import { caseNumber } from './words';

/** What could not be done, oldest first, until it is done or dismissed. They outlive the screen that asked for it, and the session. */
export const problems = createStore<readonly ToastItem[]>([]);

/** Shows why something could not be done, in place of what was said of it before; null: it is done, or tried again. */
export function setProblem(id: ToastItem['id'], text: string | null): void {
  const others = problems.get().filter((item) => item.id !== id);
  problems.set(text === null ? others : [...others, { id, text, tone: 'failure' }]);
}

/** Shows why an action on a case was not sent, or not accepted. */
export const setUnsent = (caseId: string, why: string): void =>
  setProblem(caseId, `Not sent, case ${caseNumber(caseId)}: ${why}`);
