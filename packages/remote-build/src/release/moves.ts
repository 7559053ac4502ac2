/** The moves of one remote's pointers. Pure functions; the store applies them. */
import type { Canary, Pointer, RemotePointers } from './pointers';
import { ReleaseRefused } from './refused';

const MAX_BEFORE = 20;
/** The maximum age of a tab that counts. */
const PAST_KEPT_MS = 7 * 24 * 3_600_000;

type Target = Omit<Pointer, 'since'>;

function leave(now: RemotePointers, gone: readonly (Pointer | null)[], at: Date): RemotePointers['past'] {
  const until = at.toISOString();
  const kept = now.past.filter((past) => at.getTime() - Date.parse(past.until) < PAST_KEPT_MS);
  return [...kept, ...gone.flatMap((each) => (each ? [{ release: each.release, until }] : []))];
}

const canaryOf = (now: RemotePointers): Canary[] => (now.canary ? [now.canary] : []);

/** Makes a release live, or with null the build shipped with the shell; ends a canary. Does nothing if it is already live. */
export function toLive(now: RemotePointers | undefined, target: Target | null, at: Date): RemotePointers {
  const live: Pointer | null = target && { ...target, since: at.toISOString() };
  if (!now) return { live, before: [], past: [], moves: 1 };
  const same = now.live?.release === target?.release;
  if (same && !now.canary) return now;
  const { canary: _ended, ...rest } = now;
  return {
    ...rest,
    live: same ? now.live : live,
    before: same || !now.live ? now.before : [...now.before, now.live].slice(-MAX_BEFORE),
    past: leave(now, [...(same ? [] : [now.live]), ...canaryOf(now)], at),
    moves: now.moves + 1,
  };
}

/** Begins a new history. Its number (seconds since 1970) is above any count of moves, so that it is not taken for an old one. */
export const startAfresh = (target: Target, at: Date): RemotePointers => ({
  live: { ...target, since: at.toISOString() },
  before: [],
  past: [],
  moves: Math.floor(at.getTime() / 1_000),
});

/** Makes a release the canary for 1 to 99 percent of the browsers; the others stay on the live one. */
export function toCanary(
  id: string,
  now: RemotePointers | undefined,
  target: Target,
  { percent, at }: { readonly percent: number; readonly at: Date },
): RemotePointers {
  if (!Number.isInteger(percent) || percent < 1 || percent > 99) {
    throw new ReleaseRefused(`A canary takes 1 to 99 percent, not ${percent}.`);
  }
  if (!now) throw new ReleaseRefused(`${id} has no live release yet: release it to everyone first.`);
  if (now.live?.release === target.release)
    throw new ReleaseRefused(`${id} ${target.release} is live already.`);
  const other = now.canary && now.canary.release !== target.release ? [now.canary] : [];
  const since = other.length === 0 && now.canary ? now.canary.since : at.toISOString();
  return { ...now, canary: { ...target, percent, since }, past: leave(now, other, at), moves: now.moves + 1 };
}

/** Changes the share of the running canary: 0 ends it, 100 makes it live. */
export function shareCanary(
  id: string,
  now: RemotePointers | undefined,
  percent: number,
  at: Date,
): RemotePointers {
  if (!now?.canary) throw new ReleaseRefused(`${id} has no canary: publish --canary 10 begins one.`);
  if (percent === 100) return toLive(now, now.canary, at);
  if (percent === 0) return toLive(now, now.live, at);
  return toCanary(id, now, now.canary, { percent, at });
}

/**
 * Undoes the last move: ends a running canary; else makes the previous or the named release live again, and before the
 * first release the build that was shipped with the shell. `named`: a release that was published at some time, or null for that build.
 */
export function rollBack(
  id: string,
  now: RemotePointers | undefined,
  named: Target | null | undefined,
  at: Date,
): RemotePointers {
  if (!now) throw new ReleaseRefused(`${id} has no release to roll back.`);
  if (named === undefined && now.canary) return toLive(now, now.live, at);
  if (!now.live && !named) throw new ReleaseRefused(`${id} runs as it was shipped: nothing is before that.`);
  const target = named === undefined ? (now.before.at(-1) ?? null) : named;
  const moved = toLive(now, target, at);
  const known = now.before.findLastIndex(({ release }) => release === target?.release);
  return { ...moved, before: known < 0 ? (target ? moved.before : []) : now.before.slice(0, known) };
}
