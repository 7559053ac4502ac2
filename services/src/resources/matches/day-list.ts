import type { Answers } from '@flint/contracts/questions/types';
import { cipherOf } from '../../infra/field-cipher';
import { todayAt } from '../profile/index';
import type { Deps } from '../resource';
import { heldDays, type HeldDay, type HeldList } from './match.model';

/** Answers that decide who is shown. */
const FILTERS = ['seeking_genders', 'age_preference', 'lifestyle_dealbreakers'] as const;

/** What a sealed filter is bound to. */
const placeOf = (userId: string) => `match_days/${userId}`;

const opened = (deps: Deps, held: HeldDay): HeldDay => ({
  ...held,
  answers: cipherOf(deps).open(held.answers, placeOf(held._id)) as HeldDay['answers'],
});

const read = (deps: Deps, userId: string) => heldDays(deps.db).findById(userId).lean<HeldDay>();

/** What is held for a student today; null before the first look of the day. */
export async function heldToday(deps: Deps, userId: string): Promise<HeldDay | null> {
  const held = await read(deps, userId);
  return held?.day === todayAt(deps) ? opened(deps, held) : null;
}

/** The same, and whether something of an earlier day still stands: it ends with the first look of this one. */
export async function heldNow(
  deps: Deps,
  userId: string,
): Promise<{ readonly held: HeldDay | null; readonly isOver: boolean }> {
  const last = await read(deps, userId);
  const isToday = last?.day === todayAt(deps);
  return { held: last && isToday ? opened(deps, last) : null, isOver: last !== null && !isToday };
}

/** Everything held for a day, one student at a time. */
export async function* eachHeld(deps: Deps, day: string): AsyncGenerator<HeldDay> {
  for await (const held of heldDays(deps.db).find({ day }).lean<HeldDay>().cursor())
    yield opened(deps, held as HeldDay);
}

/**
 * The answers matching uses today. Whom somebody looks for is held from their first look of a day to the end of it: otherwise
 * changing one's own firm noes and watching who vanishes would reveal others' habits (product notes 5.4). A first answer counts at once.
 */
export const answersOfToday = (answers: Answers, held: HeldDay | null): Answers =>
  held ? ({ ...answers, ...held.answers } as Answers) : answers;

/** The filters to hold: those held already, and what was answered for the first time since. */
function filtersOf(answers: Answers, held: HeldDay | null): Record<string, unknown> {
  const given = FILTERS.flatMap((id) => (answers[id] === undefined ? [] : [[id, answers[id]]]));
  return { ...Object.fromEntries(given), ...held?.answers };
}

/** The list held today, unless there is more to go by now: an answer more, or the first week. Fewer answers make no new list. */
export function listToday(held: HeldDay | null, now: Omit<HeldList, 'people'>): HeldList | null {
  const list = held?.list;
  if (!list || now.answered > list.answered || (now.hadWeek && !list.hadWeek)) return null;
  return list;
}

/** Holds filters, and a list if there is one, for the rest of the day. Writes only what is not held already. */
export async function holdDay(
  deps: Deps,
  userId: string,
  { answers, held, list }: { answers: Answers; held: HeldDay | null; list: HeldList | null },
): Promise<void> {
  const filters = filtersOf(answers, held);
  const isKnown = held && Object.keys(filters).length === Object.keys(held.answers).length;
  if (isKnown && (held.list === list || (!held.list && !list))) return;
  await heldDays(deps.db).updateOne(
    { _id: userId },
    {
      $set: {
        day: todayAt(deps),
        answers: cipherOf(deps).seal(filters, placeOf(userId)),
        ...(list && { list }),
      },
      ...(!list && { $unset: { list: 1 } }),
    },
    { upsert: true },
  );
}
