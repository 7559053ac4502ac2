import { canary, release, releaseTest, renew, rollback, type Built, type Context } from '../release/commands';
import { readOrigin } from '../release/origin';
import type { RemotePointers } from '../release/pointers';
import { prune } from '../release/prune';
import { ReleaseRefused } from '../release/refused';
import { WrongArguments } from './arguments';

/** A remote that is released, in Flint's repository or in its own. */
export interface Releasing {
  readonly dir: string;
  readonly remote: Omit<Built, 'origin'>;
  readonly context: Context;
  /** Builds its `dist`. */
  readonly build: () => Promise<void>;
  /** Runs its types and tests. Throws ReleaseRefused. */
  readonly check: () => Promise<void>;
  /** What pages run before the first release. */
  readonly atFirst: string;
  /** Waits until a roll-back is served; returns a line if no server answers. Throws ReleaseRefused if a server refuses it. */
  readonly confirm?: (pointers: RemotePointers) => Promise<string | undefined>;
  /** A line under a test release: how testers open it. */
  readonly testHint?: (release: string) => string;
  /** The number of newest releases that are never deleted. */
  readonly keep: number;
  readonly say: (line: string) => void;
}

/** The options of these commands, for `readArguments`. */
export const RELEASE_OPTIONS = {
  canary: { type: 'string' },
  afresh: { type: 'boolean', default: false },
  untried: { type: 'boolean', default: false },
  test: { type: 'boolean', default: false },
} as const;

interface Wanted {
  readonly canary?: string | undefined;
  readonly afresh: boolean;
  readonly untried: boolean;
  readonly test: boolean;
}

const percentOf = (text: string | undefined): number => {
  const percent = Number(text);
  if (text && Number.isInteger(percent) && percent >= 0 && percent <= 100) return percent;
  throw new ReleaseRefused('Name a share of 0 (ends it) to 100 (everyone): canary 25');
};

function printSituation({ remote, atFirst, say }: Releasing, { live, canary: share }: RemotePointers): void {
  say(
    `${remote.id}: ${live ? live.release : atFirst} is live${share ? `, ${share.release} for ${share.percent} %` : ''}`,
  );
}

async function releaseHere(one: Releasing, wanted: Wanted): Promise<void> {
  const { remote, context, say } = one;
  const origin = { ...(await readOrigin(one.dir)), ...(wanted.untried && { untried: true as const }) };
  const built = { ...remote, origin };
  const print = (made: { readonly release: string; readonly kilobytes: number }) =>
    say(
      `${remote.id} ${made.release}: ${made.kilobytes.toFixed(1)} of ${remote.budget} kB gzip, in ${context.store.place}`,
    );
  if (wanted.test) {
    await one.build();
    const made = await releaseTest(context, built);
    print(made);
    if (one.testHint) say(one.testHint(made.release));
    return;
  }
  const made = await release(context, built, {
    afresh: wanted.afresh,
    canary: wanted.canary === undefined ? undefined : percentOf(wanted.canary),
    build: async () => {
      await one.build();
      if (!wanted.untried) await one.check();
    },
  });
  print(made);
  printSituation(one, made.pointers);
  const removed = await prune(context.store, remote.id, { keep: one.keep, at: new Date() });
  for (const gone of removed) say(`removed ${gone}`);
}

/** Runs `release`, `canary`, `rollback` or `renew` for a remote. Throws ReleaseRefused or WrongArguments. */
export async function runRelease(
  one: Releasing,
  [command, argument]: readonly (string | undefined)[],
  wanted: Wanted,
): Promise<void> {
  const { context, remote } = one;
  switch (command) {
    case 'release':
      return releaseHere(one, wanted);
    case 'canary':
      return printSituation(one, await canary(context, remote.id, percentOf(argument)));
    case 'renew':
      return printSituation(one, await renew(context, remote.id));
    case 'rollback': {
      const pointers = await rollback(context, remote.id, argument);
      const line = await one.confirm?.(pointers);
      printSituation(one, pointers);
      if (line) one.say(line);
      return;
    }
  }
  throw new WrongArguments('release, canary <percent>, rollback [version] or renew');
}
