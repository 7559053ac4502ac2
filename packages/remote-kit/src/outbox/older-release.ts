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

/**
 * Takes over the pictures of the unsaved album from the cache where releases before 2026-11-26 kept them, and deletes it. A picture that is
 * in no album was saved or removed.
 */
export async function takeOlderPictures(name: string, outbox: Pick<Outbox, 'read' | 'keep'>): Promise<void> {
  const album = outbox.read<{ readonly items?: readonly { readonly id: string }[] }>('draft', 'photos').base;
  const cache = await caches.open(name);
  await Promise.all(
    (album?.items ?? []).map(async ({ id }) => {
      const found = await cache.match(`/drafts/${id}`);
      if (!found) return;
      const picture = await found.blob();
      const fileName = decodeURIComponent(found.headers.get('x-name') ?? '');
      await outbox.keep('draft', `picture:${id}`, new File([picture], fileName, { type: picture.type }));
    }),
  );
  await caches.delete(name);
}
