/**
 * Judges canaries by the pages' reports. A canary is stopped when at least three pages failed with it, and when, with its failures and the live
 * release's shared out by chance, it would get as many at most once in a thousand times (Fisher's exact test, one-sided). While there is nothing
 * of a live release to compare with, half of its pages must fail.
 */
import type { ReleaseCount, ReleaseName } from '@flint/services';
import type { RemotePointers } from '@flint/remote-build/release/pointers';

const LEAST_FAILED = 3;
const CHANCE = 1 / 1_000;

/** Logarithm of n over k. */
function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log(n - k + i) - Math.log(i);
  return sum;
}

interface Tally {
  readonly tried: number;
  readonly failed: number;
}

/** The probability that `canary` has at least its failures if failures are random. */
export function chanceOf(canary: Tally, live: Tally): number {
  const pages = canary.tried + live.tried;
  const failed = canary.failed + live.failed;
  const all = logChoose(pages, canary.tried);
  let chance = 0;
  for (let k = canary.failed; k <= Math.min(failed, canary.tried); k++) {
    if (canary.tried - k > pages - failed) continue;
    chance += Math.exp(logChoose(failed, k) + logChoose(pages - failed, canary.tried - k) - all);
  }
  return Math.min(chance, 1);
}

/** A page that reports a failure has tried, whether that report came or not. */
export function tallyOf(counts: readonly ReleaseCount[], release: string | undefined): Tally {
  let [tried, failed] = [0, 0];
  for (const count of counts) {
    if (count.release !== release) continue;
    tried += Math.max(count.tried, count.failed);
    failed += count.failed;
  }
  return { tried, failed };
}

/** Why a canary must stop, as words after the remote's name; null if it may continue. */
export function judgeCanary(
  { live, canary }: Pick<RemotePointers, 'live' | 'canary'>,
  counts: readonly ReleaseCount[],
): string | null {
  if (!canary) return null;
  const [now, before] = [tallyOf(counts, canary.release), tallyOf(counts, live?.release)];
  if (now.failed < LEAST_FAILED) return null;
  const fails = before.tried === 0 ? now.failed * 2 >= now.tried : chanceOf(now, before) <= CHANCE;
  if (!fails) return null;
  const words = ({ failed, tried }: Tally) => `${failed} of ${tried} pages`;
  return `canary ${canary.release} is stopped: it failed in ${words(now)}, ${live?.release ?? 'the shipped build'} in ${words(before)}`;
}

/** Each canary and what it is compared with. */
export const comparedReleases = (remotes: Readonly<Record<string, RemotePointers>>): readonly ReleaseName[] =>
  Object.entries(remotes).flatMap(([remote, { canary, live }]) =>
    canary ? [canary, live].flatMap((each) => (each ? [{ remote, release: each.release }] : [])) : [],
  );

/** The counts of all releases, with those that must be counted from now on; rejects while they are unavailable. */
export type ReadCounts = (named: readonly ReleaseName[]) => Promise<readonly ReleaseCount[]>;

/** Least time between two readings for the same releases. */
const EVERY_MS = 5_000;

/** Returns a function that removes stopped canaries. While no counts arrive, the last known ones decide. */
export function createJudge(
  read: ReadCounts,
  say: (remote: string, reason: string) => void,
): (remotes: Readonly<Record<string, RemotePointers>>) => Readonly<Record<string, RemotePointers>> {
  let counts: readonly ReleaseCount[] = [];
  /** By the releases that were named: each store of releases is judged for itself. */
  const readAt = new Map<string, number>();
  /** Why each canary was stopped, by name: later reports do not start it again. */
  const stopped = new Map<string, string>();
  const refresh = (named: readonly ReleaseName[]) => {
    const key = JSON.stringify(named);
    const last = readAt.get(key) ?? Number.NEGATIVE_INFINITY;
    if (named.length === 0 || performance.now() - last < EVERY_MS) return;
    readAt.set(key, performance.now());
    read(named).then(
      (answer) => (counts = answer),
      () => undefined,
    );
  };
  const countsFor = (id: string) => counts.filter(({ remote }) => remote === id);
  return (remotes) => {
    refresh(comparedReleases(remotes));
    const judged = Object.entries(remotes).map(([id, pointers]) => {
      const key = `${id} ${pointers.canary?.release}`;
      const reason = pointers.canary && !stopped.has(key) && judgeCanary(pointers, countsFor(id));
      if (reason) {
        stopped.set(key, reason);
        say(id, reason);
      }
      if (!stopped.has(key)) return [id, pointers] as const;
      const { canary: _stopped, ...rest } = pointers;
      return [id, rest] as const;
    });
    return Object.fromEntries(judged);
  };
}
