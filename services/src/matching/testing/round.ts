import { decodeList, makeRound, type MadeList, type RoundOptions, type Snapshot } from '../round/index';

/** Makes a round, in this thread by default. No list may be delivered twice. */
export async function roundOf(
  snapshot: Snapshot,
  options: Partial<Pick<RoundOptions, 'apart' | 'threads' | 'seed' | 'omitted' | 'places'>> = {},
) {
  const lists = new Map<string, MadeList>();
  const figures = await makeRound(snapshot, {
    threads: 0,
    seed: 1,
    ...options,
    onLists(made) {
      for (const { id, bytes } of made) {
        if (lists.has(id)) throw new Error(`the list of ${id} was delivered twice`);
        lists.set(id, decodeList(bytes));
      }
      return Promise.resolve();
    },
  });
  return { lists, figures };
}

export const idsOn = ({ shown, reserve }: MadeList) => [...shown, ...reserve].map(({ id }) => id);
