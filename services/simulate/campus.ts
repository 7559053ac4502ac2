import type { Answers } from '@flint/contracts/questions/types';
import { buildAnswers } from '../seed/answers';
import { createRandom, type Random } from '../seed/random';
import { eligibleRows } from '../src/matching/packed/hard-filter';
import { scoreRows } from '../src/matching/packed/engine';
import { frameOf, ymdOf } from '../src/matching/round/frame';
import { Snapshot } from '../src/matching/round/snapshot';
import type { RoundStudent } from '../src/matching/round/types';

const START = new Date('2026-09-07T12:00:00Z');
const ZONE = 'America/Toronto';
const EVERYBODY = ['men', 'women', 'other'];

interface Group {
  readonly name: string;
  /** Share of a lifelike campus. */
  readonly share: number;
  readonly identity: unknown;
  readonly seeking: readonly string[];
  /** Offers sent per look, and the lowest quality of offer that is accepted. */
  readonly drive: number;
  readonly pickiness: number;
}

const OTHER = { value: 'other', other: 'Agender' };
/** The groups of a lifelike campus; the first two are the majority. */
export const GROUPS: readonly Group[] = [
  { name: 'straight men', share: 0.38, identity: 'man', seeking: ['women'], drive: 0.9, pickiness: 0.2 },
  { name: 'straight women', share: 0.46, identity: 'woman', seeking: ['men'], drive: 0.45, pickiness: 1 },
  { name: 'gay men', share: 0.03, identity: 'man', seeking: ['men'], drive: 0.9, pickiness: 0.2 },
  { name: 'lesbian women', share: 0.02, identity: 'woman', seeking: ['women'], drive: 0.45, pickiness: 0.8 },
  { name: 'bisexual men', share: 0.025, identity: 'man', seeking: EVERYBODY, drive: 0.9, pickiness: 0.2 },
  { name: 'bisexual women', share: 0.05, identity: 'woman', seeking: EVERYBODY, drive: 0.45, pickiness: 1 },
  { name: 'other genders', share: 0.035, identity: OTHER, seeking: EVERYBODY, drive: 0.6, pickiness: 0.5 },
];

/** `even`: as many men as women, small groups rare. `lifelike`: 54 % women, small groups, rare visits, taste, couples that leave. */
export type Mode = 'even' | 'lifelike';

/** Students, and for each the students they may meet. */
export interface Campus {
  readonly size: number;
  readonly mode: Mode;
  readonly snapshot: Snapshot;
  /** Index in GROUPS, by row. */
  readonly group: Uint8Array;
  readonly partners: readonly Partners[];
}

interface Partners {
  /** Rows, in rising order. */
  readonly rows: Uint32Array;
  readonly fit: Float32Array;
}

function pickGroup(random: Random): number {
  let dice = random.next();
  return Math.max(
    0,
    GROUPS.findIndex(({ share }) => (dice -= share) < 0),
  );
}

function groupOf({ gender_identity, seeking_genders }: Answers): number {
  const isOpen = (seeking_genders as { values: string[] }).values.length > 1;
  const man = gender_identity === 'man';
  return isOpen ? (man ? 4 : 5) : man ? 0 : 1;
}

/** The free hours of a week, as bits. */
export type Week = (random: Random) => Uint32Array;

const anyHours: Week = (random) => {
  const words = new Uint32Array(6);
  for (let cell = 0; cell < 168; cell++) if (random.chance(0.2)) words[cell >> 5]! |= 1 << (cell & 31);
  return words;
};

/** Blocks of two or three hours by day, as students mark them. */
export const dayHours: Week = (random) => {
  const words = new Uint32Array(6);
  for (let day = 0; day < 7; day++)
    for (let hour = 9; hour < 22; hour++) {
      if (!random.chance(0.15)) continue;
      const end = Math.min(23, hour + random.int(2, 4));
      for (; hour < end; hour++) words[(day * 24 + hour) >> 5]! |= 1 << ((day * 24 + hour) & 31);
    }
  return words;
};

function buildStudent(random: Random, mode: Mode, row: number, week: Week) {
  const words = week(random);
  const picked = mode === 'lifelike' ? pickGroup(random) : null;
  const fixed =
    picked === null
      ? {}
      : {
          gender_identity: GROUPS[picked]!.identity,
          seeking_genders: { values: GROUPS[picked]!.seeking },
        };
  const answers = buildAnswers(random, 'A', START, fixed as Answers);
  const standing = { weeksPresent: 0, attention: 0, dates: 0, weeksSinceDate: 0, activity: 1 };
  const student = {
    id: String(row),
    answers,
    week: { words, timezone: ZONE },
    missedDates: 0,
  };
  return {
    entry: { student, account: '', standing } satisfies RoundStudent,
    group: picked ?? groupOf(answers),
  };
}

export async function buildCampus(
  size: number,
  seed: number,
  mode: Mode,
  week: Week = anyHours,
): Promise<Campus> {
  const random = createRandom(seed);
  const built = Array.from({ length: size }, (_, row) => buildStudent(random, mode, row, week));
  const snapshot = await Snapshot.pack(
    frameOf(START, ZONE),
    built.map(({ entry }) => entry),
  );
  const { tables, frame } = snapshot;
  const scan = { todayYmd: ymdOf(frame), rows: new Uint32Array(size) };
  const partners = built.map((_, viewer): Partners => {
    const rows = eligibleRows(tables, viewer, scan).eligible.slice();
    const scores = new Float64Array(rows.length);
    scoreRows(tables, viewer, rows, scores);
    return { rows, fit: Float32Array.from(scores) };
  });
  return { size, mode, snapshot, partners, group: Uint8Array.from(built, ({ group }) => group) };
}

/** Compatibility of two; 0 if they may not meet. */
export function fitOf({ partners }: Campus, me: number, other: number): number {
  const { rows, fit } = partners[me]!;
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]! < other) low = middle + 1;
    else high = middle;
  }
  return rows[low] === other ? fit[low]! : 0;
}
