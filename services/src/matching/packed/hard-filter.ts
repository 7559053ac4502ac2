import { FACT_IDS } from '../facts';
import { FLAG, UNKNOWN, type Tables } from './columns';

/** Bits of a refusal: one per fact of a firm no, then these two. */
const AGE = 1 << 16;
const FAITH = 1 << 17;
const ADULT = 18;

/** The setting of a refusal of a single bit: `age_preference` or `lifestyle_dealbreakers:<value>`; null for several bits. */
export function onlySetting(refusals: number): string | null {
  if (refusals === 0 || (refusals & (refusals - 1)) !== 0) return null;
  if (refusals === AGE) return 'age_preference';
  if (refusals === FAITH) return 'lifestyle_dealbreakers:different_faith';
  return `lifestyle_dealbreakers:${FACT_IDS[31 - Math.clz32(refusals)]}`;
}

interface Scan {
  /** The day, as year * 10000 + month * 100 + day. */
  readonly todayYmd: number;
  /** Rows to leave out. */
  readonly excluded?: ReadonlySet<number>;
  /** One place per row; receives the rows that pass. */
  readonly rows: Uint32Array;
}

const NOBODY: ReadonlySet<number> = new Set();

/**
 * Writes the rows that pass every filter both ways, in order, and returns them, with how many were lost only to each of the viewer's own
 * refusals.
 */
export function eligibleRows(
  t: Tables,
  viewer: number,
  { todayYmd, excluded = NOBODY, rows }: Scan,
): { eligible: Uint32Array; lost: ReadonlyMap<number, number> } {
  const lost = new Map<number, number>();
  const { flags, gender, seeking, ageMin, ageMax, bornYmd, facts, firmNoFacts, religionFamily } = t;
  const born = bornYmd[viewer]!;
  // dates of birth are written like the day, so their difference has the full years of age
  const age = born === 0 ? 0 : Math.floor((todayYmd - born) / 10_000);
  const [sought, found, ownFacts] = [seeking[viewer]!, gender[viewer]!, facts[viewer]!];
  const [family, ownFirmNoes] = [religionFamily[viewer]!, firmNoFacts[viewer]!];
  const mindsFaith = (flags[viewer]! & FLAG.differentFaithIsNo) !== 0;
  const bornAfter = ageMax[viewer] === UNKNOWN ? 0 : todayYmd - (ageMax[viewer]! + 1) * 10_000;
  const bornUntil = todayYmd - Math.max(ADULT, ageMin[viewer]!) * 10_000;
  const size = age < ADULT ? 0 : rows.length;
  let count = 0;
  for (let row = 0; row < size; row++) {
    if ((sought & gender[row]!) === 0 || (seeking[row]! & found) === 0) continue;
    if ((flags[row]! & FLAG.live) === 0 || row === viewer) continue;
    // an open upper age is the highest byte
    if (age < ageMin[row]! || age > ageMax[row]! || (firmNoFacts[row]! & ownFacts) !== 0) continue;
    const theirs = religionFamily[row]!;
    const otherFaith = family !== UNKNOWN && theirs !== UNKNOWN && family !== theirs;
    if (otherFaith && (flags[row]! & FLAG.differentFaithIsNo) !== 0) continue;
    if (excluded.size > 0 && excluded.has(row)) continue;
    const ageFits = bornYmd[row]! > bornAfter && bornYmd[row]! <= bornUntil;
    const refusals =
      (ownFirmNoes & facts[row]!) | (ageFits ? 0 : AGE) | (otherFaith && mindsFaith ? FAITH : 0);
    if (refusals === 0) rows[count++] = row;
    else lost.set(refusals, (lost.get(refusals) ?? 0) + 1);
  }
  return { eligible: rows.subarray(0, count), lost };
}
