import { UNKNOWN, FLAG, type Tables } from './columns';
import { firmSettings } from './engine';

const ADULT = 18;

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
 * settings: `age_preference`, or a firm no as `question:option`.
 */
export function eligibleRows(
  t: Tables,
  viewer: number,
  { todayYmd, excluded = NOBODY, rows }: Scan,
): { eligible: Uint32Array; lost: ReadonlyMap<string, number> } {
  const { flags, gender, seeking, ageMin, ageMax, bornYmd, firmTrue, firmNoes } = t;
  const born = bornYmd[viewer]!;
  // dates of birth are written like the day, so their difference has the full years of age
  const age = born === 0 ? 0 : Math.floor((todayYmd - born) / 10_000);
  const [sought, found] = [seeking[viewer]!, gender[viewer]!];
  const [ownTrue, ownNoes] = [firmTrue[viewer]!, firmNoes[viewer]!];
  const bornAfter = ageMax[viewer] === UNKNOWN ? 0 : todayYmd - (ageMax[viewer]! + 1) * 10_000;
  const bornUntil = todayYmd - Math.max(ADULT, ageMin[viewer]!) * 10_000;
  const size = age < ADULT ? 0 : rows.length;
  const lostTo = new Uint32Array(firmSettings.length);
  let [count, lostToAge] = [0, 0];
  for (let row = 0; row < size; row++) {
    if ((sought & gender[row]!) === 0 || (seeking[row]! & found) === 0) continue;
    if ((flags[row]! & FLAG.live) === 0 || row === viewer) continue;
    // an open upper age is the highest byte
    if (age < ageMin[row]! || age > ageMax[row]! || (firmNoes[row]! & ownTrue) !== 0) continue;
    if (excluded.size > 0 && excluded.has(row)) continue;
    const ageFits = bornYmd[row]! > bornAfter && bornYmd[row]! <= bornUntil;
    const refused = ownNoes & firmTrue[row]!;
    if (refused === 0) {
      if (ageFits) rows[count++] = row;
      else lostToAge++;
    } else if (ageFits && (refused & (refused - 1)) === 0) lostTo[31 - Math.clz32(refused)]!++;
  }
  const lost = new Map<string, number>();
  if (lostToAge > 0) lost.set('age_preference', lostToAge);
  lostTo.forEach((people, check) => {
    const setting = firmSettings[check]!;
    if (people > 0) lost.set(setting, (lost.get(setting) ?? 0) + people);
  });
  return { eligible: rows.subarray(0, count), lost };
}
