import { buildAnswers } from '../../../seed/answers';
import { createRandom, type Random } from '../../../seed/random';
import { eligibleRows } from '../packed/hard-filter';
import { ymdOf } from '../round/frame';
import { Snapshot, frameOf, type RoundStudent, type Standing } from '../round/index';
import type { MatchStudent } from '../student';

export const NOW = new Date('2026-11-21T12:00:00Z');
/** Days from 1970-01-01. */
export const TODAY = Math.floor(NOW.getTime() / 86_400_000);
export const FRAME = frameOf(NOW, 'America/Toronto');
export const NEW: Standing = { weeksPresent: 0, attention: 0, dates: 0, weeksSinceDate: 0, activity: 1 };
const ZONES = ['America/Toronto', 'America/Toronto', 'America/Toronto', 'Asia/Kolkata', 'Asia/Kathmandu'];

function randomWeek(random: Random) {
  const words = new Uint32Array(6);
  for (let cell = 0; cell < 168; cell++) if (random.chance(0.3)) words[cell >> 5]! |= 1 << (cell & 31);
  return { words, timezone: random.pick(ZONES) };
}

/** A student with missing answers, own words, firm noes and other time zones. */
export function randomStudent(random: Random, id: string): MatchStudent {
  const answers = buildAnswers(random, id, NOW);
  for (const key of Object.keys(answers)) if (random.chance(0.12)) delete answers[key];
  if (random.chance(0.15))
    answers.gender_identity = {
      value: 'other',
      other: 'agender',
      shown_to: random.some(['men', 'women'], 1),
    };
  if (random.chance(0.3))
    answers.lifestyle_dealbreakers = {
      values: random.some(['different_faith', 'no_time', 'drinks_any', 'casual_only'], 2),
    };
  if (random.chance(0.2)) answers.red_flags_self = ['none_right_now'];
  if (random.chance(0.2)) answers.ideal_first_date = ['surprise_me', 'movie'];
  return {
    id,
    answers,
    week: random.chance(0.8) ? randomWeek(random) : null,
    missedDates: random.chance(0.2) ? random.int(2, 9) : 0,
  };
}

export function population(seed: number, size: number): MatchStudent[] {
  const random = createRandom(seed);
  return Array.from({ length: size }, (_, i) => randomStudent(random, `s${seed}-${i}`));
}

/** A snapshot of students, new to the campus by default. */
export const snapshotOf = (
  students: readonly MatchStudent[],
  standingOf: (student: MatchStudent, at: number) => Standing = () => NEW,
): Promise<Snapshot> =>
  Snapshot.pack(
    FRAME,
    students.map((student, at): RoundStudent => ({
      student,
      account: `account-of-${student.id}`,
      standing: standingOf(student, at),
    })),
  );

/** Whether one student's list may contain another. */
export function meets(snapshot: Snapshot, viewer: string, other: string): boolean {
  const { frame, size, tables } = snapshot;
  const scan = { todayYmd: ymdOf(frame), rows: new Uint32Array(size) };
  return eligibleRows(tables, snapshot.rowOf(viewer), scan).eligible.includes(snapshot.rowOf(other));
}
