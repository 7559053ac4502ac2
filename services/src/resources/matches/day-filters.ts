import type { Answers } from '@flint/contracts/questions/types';
import { todayAt } from '../profile/index';
import type { Deps } from '../resource';
import { filters, type FilterDocument } from './match.model';

/** Answers that decide who is shown. */
const FILTERS = ['seeking_genders', 'age_preference', 'lifestyle_dealbreakers'] as const;

/**
 * The answers matching uses today. Whom somebody looks for is held from their first look of a day to the end of it: otherwise
 * changing one's own firm noes and watching who vanishes would reveal others' habits (product notes 5.4). A first answer counts at once.
 */
export async function answersOfToday(deps: Deps, userId: string, answers: Answers): Promise<Answers> {
  const held = await filters(deps.db).findById(userId).lean<FilterDocument>();
  return held?.day === todayAt(deps) ? ({ ...answers, ...held.answers } as Answers) : answers;
}

/** Holds today's filters at the first look of a day; answers given for the first time later in the day are added. */
export async function holdFilters(deps: Deps, userId: string, answers: Answers): Promise<void> {
  const day = todayAt(deps);
  const held = await filters(deps.db).findById(userId).lean<FilterDocument>();
  const before = held?.day === day ? held.answers : {};
  const given = Object.fromEntries(
    FILTERS.flatMap((id) => (answers[id] === undefined ? [] : [[id, answers[id]]])),
  );
  await filters(deps.db).updateOne(
    { _id: userId },
    { $set: { day, answers: { ...given, ...before } } },
    { upsert: true },
  );
}
