import { FACT_IDS } from '../facts';
import { FLAG, UNKNOWN, type Row } from './columns';

const NONE: readonly string[] = [];
const FIRM_NO = FACT_IDS.map((fact) => `lifestyle_dealbreakers:${fact}`);

/** Full years of age on a day, both written as year * 10000 + month * 100 + day. */
export const ageOnYmd = (bornYmd: number, todayYmd: number) => Math.floor((todayYmd - bornYmd) / 10_000);

/** What of `mine` speaks against `theirs`: the age range, and each firm no that is true of them. Empty: nothing does. */
export function ownRefusals(mine: Row, theirs: Row, todayYmd: number): readonly string[] {
  const age = theirs.bornYmd === 0 ? 0 : ageOnYmd(theirs.bornYmd, todayYmd);
  const ageFits = age >= 18 && age >= mine.ageMin && (mine.ageMax === UNKNOWN || age <= mine.ageMax);
  const broken = mine.firmNoFacts & theirs.facts;
  const faith =
    (mine.flags & FLAG.differentFaithIsNo) !== 0 &&
    mine.religionFamily !== UNKNOWN &&
    theirs.religionFamily !== UNKNOWN &&
    mine.religionFamily !== theirs.religionFamily;
  if (ageFits && broken === 0 && !faith) return NONE;
  const refusals: string[] = [];
  if (!ageFits) refusals.push('age_preference');
  if (faith) refusals.push('lifestyle_dealbreakers:different_faith');
  for (let bit = 0; bit < FIRM_NO.length; bit++) if ((broken >>> bit) & 1) refusals.push(FIRM_NO[bit]!);
  return refusals;
}

/** The hard filter both ways. */
export function meets(a: Row, b: Row, todayYmd: number): boolean {
  return (
    (a.seeking & b.gender) !== 0 &&
    (b.seeking & a.gender) !== 0 &&
    ownRefusals(a, b, todayYmd).length === 0 &&
    ownRefusals(b, a, todayYmd).length === 0
  );
}
