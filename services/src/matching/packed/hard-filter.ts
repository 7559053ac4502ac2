import { FACT_IDS } from '../facts';
import { FLAG, UNKNOWN, type Tables } from './columns';

/** Bits of a refusal: one per fact a firm no names, then these two. */
const AGE = 1 << 16;
const FAITH = 1 << 17;
const ADULT = 18;

/** Full years of age on a day, both written as year * 10000 + month * 100 + day. */
const ageOnYmd = (bornYmd: number, todayYmd: number) => Math.floor((todayYmd - bornYmd) / 10_000);

/** What of `mine` speaks against `theirs`, a bit each: the age range, and every firm no that is true of them. 0: nothing does. */
function ownRefusals(t: Tables, mine: number, theirs: number, todayYmd: number): number {
  const age = t.bornYmd[theirs]! === 0 ? 0 : ageOnYmd(t.bornYmd[theirs]!, todayYmd);
  const ageFits =
    age >= ADULT && age >= t.ageMin[mine]! && (t.ageMax[mine]! === UNKNOWN || age <= t.ageMax[mine]!);
  const broken = t.firmNoFacts[mine]! & t.facts[theirs]!;
  const faith =
    (t.flags[mine]! & FLAG.differentFaithIsNo) !== 0 &&
    t.religionFamily[mine]! !== UNKNOWN &&
    t.religionFamily[theirs]! !== UNKNOWN &&
    t.religionFamily[mine]! !== t.religionFamily[theirs]!;
  return broken | (ageFits ? 0 : AGE) | (faith ? FAITH : 0);
}

/** The setting a refusal of a single bit stands for: `age_preference`, or `lifestyle_dealbreakers:<value>`; null for several bits. */
export function onlySetting(refusals: number): string | null {
  if (refusals === 0 || (refusals & (refusals - 1)) !== 0) return null;
  if (refusals === AGE) return 'age_preference';
  if (refusals === FAITH) return 'lifestyle_dealbreakers:different_faith';
  return `lifestyle_dealbreakers:${FACT_IDS[31 - Math.clz32(refusals)]}`;
}

interface Scan {
  readonly todayYmd: number;
  /** Rows there are, free ones included. */
  readonly size: number;
  readonly excluded: ReadonlySet<number>;
  /** Takes the rows that pass. */
  readonly rows: Uint32Array;
}

/** What a viewer is to everybody else, read once: whom they may be shown to and who may be shown to them. */
function viewerFilter(t: Tables, viewer: number, todayYmd: number) {
  const born = t.bornYmd[viewer]!;
  const age = born === 0 ? 0 : ageOnYmd(born, todayYmd);
  const oldest = t.ageMax[viewer]!;
  return {
    age,
    sought: t.seeking[viewer]!,
    found: t.gender[viewer]!,
    facts: t.facts[viewer]!,
    family: t.religionFamily[viewer]!,
    firmNoFacts: t.firmNoFacts[viewer]!,
    mindsFaith: (t.flags[viewer]! & FLAG.differentFaithIsNo) !== 0,
    /** Dates of birth that fit: after the first, up to the second. */
    bornAfter: oldest === UNKNOWN ? 0 : todayYmd - (oldest + 1) * 10_000,
    bornUntil: todayYmd - Math.max(ADULT, t.ageMin[viewer]!) * 10_000,
  };
}

const faithsDiffer = (a: number, b: number) => a !== UNKNOWN && b !== UNKNOWN && a !== b;

/**
 * Writes the rows that pass every filter both ways, in their order; answers how many, and how many were lost to which of the
 * viewer's own refusals alone. Everything about the viewer is read once.
 */
export function eligibleRows(
  t: Tables,
  viewer: number,
  { todayYmd, size, excluded, rows }: Scan,
): { eligible: number; lost: ReadonlyMap<number, number> } {
  const lost = new Map<number, number>();
  const own = viewerFilter(t, viewer, todayYmd);
  let eligible = 0;
  if (own.age < ADULT) return { eligible, lost };
  const { flags, gender, seeking, ageMin, ageMax, bornYmd, facts, firmNoFacts, religionFamily } = t;
  for (let row = 0; row < size; row++) {
    if ((own.sought & gender[row]!) === 0 || (seeking[row]! & own.found) === 0) continue;
    if ((flags[row]! & FLAG.live) === 0 || row === viewer) continue;
    // an open upper age is the highest byte
    if (own.age < ageMin[row]! || own.age > ageMax[row]! || (firmNoFacts[row]! & own.facts) !== 0) continue;
    const otherFaith = faithsDiffer(own.family, religionFamily[row]!);
    if (otherFaith && (flags[row]! & FLAG.differentFaithIsNo) !== 0) continue;
    if (excluded.size > 0 && excluded.has(row)) continue;
    const born = bornYmd[row]!;
    if (
      born > own.bornAfter &&
      born <= own.bornUntil &&
      (own.firmNoFacts & facts[row]!) === 0 &&
      !(otherFaith && own.mindsFaith)
    ) {
      rows[eligible++] = row;
      continue;
    }
    const refusals = ownRefusals(t, viewer, row, todayYmd);
    lost.set(refusals, (lost.get(refusals) ?? 0) + 1);
  }
  return { eligible, lost };
}
