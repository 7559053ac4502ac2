import { Temporal } from 'temporal-polyfill';
import type { Deps } from '../resource';
import { attemptsBefore } from '../safety/index';
import { readList } from './make-own-list';

/**
 * The unanswered attempts of earlier months whose two students are on each other's list of this round: either may ask again. Their record ids.
 */
export async function seenAgain(deps: Deps, key: string, day: string): Promise<string[]> {
  const month = Temporal.PlainDate.from(day).with({ day: 1 }).toZonedDateTime(deps.env.UNIVERSITY_TIMEZONE);
  const isOn = async (mark: string, other: string) =>
    (await readList(deps, `${key}/${mark}`))?.list.shown.some(({ id }) => id === other) ?? false;
  const seen: string[] = [];
  for await (const { _id, by, about } of attemptsBefore(deps, new Date(month.epochMilliseconds)))
    if ((await isOn(by, about)) && (await isOn(about, by))) seen.push(_id);
  return seen;
}
