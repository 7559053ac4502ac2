import * as LIMITS from './limits';

type Keys = readonly string[];

const among = (keys: Keys, others: Keys): Keys => keys.filter((key) => others.includes(key));

/** Whether a change put the photos that it kept into another order. */
const isMoved = (before: Keys, after: Keys): boolean => {
  const order = among(after, before);
  return among(before, after).some((key, i) => key !== order[i]);
};

/** The primary photo that a change chose; undefined where the first one left became primary by itself. */
function chosenPrimary(before: Keys, after: Keys): string | undefined {
  const [first] = among(before, after);
  return first === undefined || first === after[0] ? undefined : after[0];
}

/** `keys`, with those of `others` that it lacks, each after the one that it follows there. */
function weave(keys: Keys, others: Keys): Keys {
  const woven = [...keys];
  others.forEach((key, i) => {
    if (!woven.includes(key)) woven.splice(woven.indexOf(others[i - 1] ?? '') + 1, 0, key);
  });
  return woven;
}

interface Albums {
  /** The last list that the device received; the first photo is primary in each list. */
  readonly madeFrom: Keys;
  readonly mine: Keys;
  readonly stored: Keys;
}

/** My album without the photos that the other side has removed: the server has deleted them. */
export const withoutDeleted = ({ madeFrom, mine, stored }: Albums): Keys =>
  mine.filter((key) => stored.includes(key) || !madeFrom.includes(key));

/**
 * The stored album with what was added, removed and moved since `madeFrom`; my order where I moved photos, else the stored one. Null where only
 * the student can decide: two primary photos, a primary photo that the other side removed, or too many photos (decisions/038).
 */
export function mergeAlbums({ madeFrom, mine, stored }: Albums): Keys | null {
  const isThere = (key: string) =>
    madeFrom.includes(key) ? mine.includes(key) && stored.includes(key) : true;
  const [own, theirs] = [chosenPrimary(madeFrom, mine), chosenPrimary(madeFrom, stored)];
  if (own && theirs && own !== theirs) return null;
  const chosen = own ?? theirs;
  if (chosen && !isThere(chosen)) return null;
  const [ordered, joining] = isMoved(madeFrom, mine) ? [mine, stored] : [stored, mine];
  const all = weave(ordered.filter(isThere), joining.filter(isThere));
  if (all.length > LIMITS.photosMax) return null;
  const primary = chosen ?? stored.find(isThere);
  return primary ? [primary, ...all.filter((key) => key !== primary)] : all;
}
