import { FACT_IDS } from '../facts';
import { FLAG, UNKNOWN, type Tables } from './columns';

const NONE: readonly string[] = [];
const FIRM_NO = FACT_IDS.map((fact) => `lifestyle_dealbreakers:${fact}`);

/** Full years of age on a day, both written as year * 10000 + month * 100 + day. */
export const ageOnYmd = (bornYmd: number, todayYmd: number) => Math.floor((todayYmd - bornYmd) / 10_000);

/** What of `mine` speaks against `theirs`: the age range, and each firm no that is true of them. Empty: nothing does. */
export function ownRefusals(t: Tables, mine: number, theirs: number, todayYmd: number): readonly string[] {
  const age = t.bornYmd[theirs]! === 0 ? 0 : ageOnYmd(t.bornYmd[theirs]!, todayYmd);
  const ageFits =
    age >= 18 && age >= t.ageMin[mine]! && (t.ageMax[mine]! === UNKNOWN || age <= t.ageMax[mine]!);
  const broken = t.firmNoFacts[mine]! & t.facts[theirs]!;
  const faith =
    (t.flags[mine]! & FLAG.differentFaithIsNo) !== 0 &&
    t.religionFamily[mine]! !== UNKNOWN &&
    t.religionFamily[theirs]! !== UNKNOWN &&
    t.religionFamily[mine]! !== t.religionFamily[theirs]!;
  if (ageFits && broken === 0 && !faith) return NONE;
  const refusals: string[] = [];
  if (!ageFits) refusals.push('age_preference');
  if (faith) refusals.push('lifestyle_dealbreakers:different_faith');
  for (let bit = 0; bit < FIRM_NO.length; bit++) if ((broken >>> bit) & 1) refusals.push(FIRM_NO[bit]!);
  return refusals;
}

/** The hard filter both ways. */
export function meets(t: Tables, a: number, b: number, todayYmd: number): boolean {
  return (
    (t.seeking[a]! & t.gender[b]!) !== 0 &&
    (t.seeking[b]! & t.gender[a]!) !== 0 &&
    ownRefusals(t, a, b, todayYmd).length === 0 &&
    ownRefusals(t, b, a, todayYmd).length === 0
  );
}
