import { FACT_IDS } from '../facts';
import { FLAG, UNKNOWN, type Tables } from './columns';

/** Bits of a refusal: one per fact a firm no names, then these two. */
const AGE = 1 << 16;
const FAITH = 1 << 17;

/** Full years of age on a day, both written as year * 10000 + month * 100 + day. */
export const ageOnYmd = (bornYmd: number, todayYmd: number) => Math.floor((todayYmd - bornYmd) / 10_000);

/** What of `mine` speaks against `theirs`, a bit each: the age range, and every firm no that is true of them. 0: nothing does. */
export function ownRefusals(t: Tables, mine: number, theirs: number, todayYmd: number): number {
  const age = t.bornYmd[theirs]! === 0 ? 0 : ageOnYmd(t.bornYmd[theirs]!, todayYmd);
  const ageFits =
    age >= 18 && age >= t.ageMin[mine]! && (t.ageMax[mine]! === UNKNOWN || age <= t.ageMax[mine]!);
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

/** The hard filter both ways. */
export function meets(t: Tables, a: number, b: number, todayYmd: number): boolean {
  return (
    (t.seeking[a]! & t.gender[b]!) !== 0 &&
    (t.seeking[b]! & t.gender[a]!) !== 0 &&
    ownRefusals(t, a, b, todayYmd) === 0 &&
    ownRefusals(t, b, a, todayYmd) === 0
  );
}
