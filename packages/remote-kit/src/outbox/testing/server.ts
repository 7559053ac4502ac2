import type { Rules, Write } from '../entry';
import { ALBUM_RULES } from '../kinds';
import type { Outcome, Values, Writes } from '../parts';
import { isSameJson } from '../same';

export type KindName = 'answers' | 'week' | 'album' | 'mail';
export type Account = 'ann' | 'ben';
/** Free hours are 1. */
export type Cells = Readonly<Record<string, number>>;
/** Photos, the first one primary. */
export type Photos = readonly string[];

export const hour = (cells: Cells | null, cell: string): number => cells?.[cell] ?? 0;
const cellsIn = (...all: readonly (Cells | null)[]) =>
  new Set(all.flatMap((cells) => Object.keys(cells ?? {})));

const week: Rules<Cells> = {
  isSame: (a, b) => [...cellsIn(a, b)].every((cell) => hour(a, cell) === hour(b, cell)),
  merge(madeFrom, mine, theirs) {
    const changed = [...cellsIn(madeFrom, mine)].filter((cell) => hour(madeFrom, cell) !== hour(mine, cell));
    return { ...theirs, ...Object.fromEntries(changed.map((cell) => [cell, hour(mine, cell)])) };
  },
};

export const RULES: Readonly<Record<KindName, Rules>> = {
  answers: { isSame: isSameJson },
  week: week as Rules,
  album: ALBUM_RULES as Rules,
  mail: { isSame: isSameJson },
};

/** An answer as the student typed it. The server stores it `cleaned`, as it stores texts without spaces around them. */
export const typed = (answer: number): string => `${answer} `;
export const cleaned = (value: unknown): unknown => (typeof value === 'string' ? Number(value) : value);

/** A server that follows the contract (decisions/038). */
export function createServer() {
  const values = new Map<string, unknown>([
    ['ann/album/album', ['p', 'q', 'r', 's']],
    ['ben/album/album', ['t', 'u']],
  ]);
  /** Of each written value: the same one gets the same verdict. */
  const refused = new Map<string, boolean>();
  const nameOf = (account: Account, kind: KindName, key: string) => `${account}/${kind}/${key}`;
  const read = (account: Account, kind: KindName, key: string): unknown =>
    values.get(nameOf(account, kind, key)) ?? null;
  return {
    read,
    /** What a read of a kind responds. */
    readKind(account: Account, kind: KindName): Values {
      const prefix = nameOf(account, kind, '');
      const own = [...values].filter(([name]) => name.startsWith(prefix));
      return new Map(own.map(([name, value]) => [name.slice(prefix.length), value]));
    },
    write(account: Account, kind: KindName, writes: Writes, isRefusing: boolean): Outcome {
      const isRefused = ([key, { value }]: readonly [string, Write]): boolean => {
        const name = nameOf(account, kind, `${key}=${JSON.stringify(value)}`);
        if (!refused.has(name)) refused.set(name, isRefusing);
        return refused.get(name)!;
      };
      const refusals = [...writes].filter(isRefused).map(([key]) => [key, { detail: 'No.' }] as const);
      if (refusals.length > 0) return { by: 'refusal', details: new Map(refusals) };
      const { merge, isSame } = RULES[kind];
      const results = [...writes].map(([key, { madeFrom, value: given }]) => {
        const value = kind === 'answers' ? cleaned(given) : given;
        const stored = read(account, kind, key);
        // a switch is taken without a look at what it was made from
        if (kind === 'mail' || isSame(stored, value) || isSame(stored, madeFrom))
          return [key, value] as const;
        return [key, merge?.(madeFrom, value, stored)] as const;
      });
      const disputed = results.filter(([, value]) => value === undefined);
      if (disputed.length > 0)
        return { by: 'dispute', theirs: new Map(disputed.map(([key]) => [key, read(account, kind, key)])) };
      for (const [key, value] of results) values.set(nameOf(account, kind, key), value);
      return { by: 'stored', values: new Map(results) };
    },
  };
}

export type ModelServer = ReturnType<typeof createServer>;
