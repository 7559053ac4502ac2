import type { Outbox } from './outbox';

interface OlderDraft {
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly pending?: readonly string[];
  readonly completedAt?: string | null;
}

/**
 * Takes over the unsent answers and forms that releases before 2026-11-25 kept in localStorage, and deletes them there. They do not say what
 * they were made from: if the server has another answer, the student chooses.
 */
export async function takeOlderDrafts(userId: string, outbox: Pick<Outbox, 'edit' | 'keep'>): Promise<void> {
  const draftKey = `flint:draft:${userId}`;
  const formPrefix = `flint:unsaved:${userId}:`;
  try {
    const {
      answers = {},
      pending = [],
      completedAt,
    } = JSON.parse(localStorage.getItem(draftKey) ?? '{}') as OlderDraft;
    const forms = Object.keys(localStorage).filter((key) => key.startsWith(formPrefix));
    await Promise.all([
      ...pending.map((id) => outbox.edit('answers', id, answers[id] ?? null)),
      ...(completedAt ? [outbox.edit('completed', 'questionnaire', completedAt)] : []),
      ...forms.map((key) =>
        outbox.keep('draft', key.slice(formPrefix.length), JSON.parse(localStorage.getItem(key)!)),
      ),
    ]);
    for (const key of [draftKey, ...forms]) localStorage.removeItem(key);
  } catch {
    // blocked storage has none, and a damaged draft cannot be read
  }
}
