import { Temporal } from 'temporal-polyfill';
import { decodeList, type EncodedList } from '../../matching/round/index';
import type { Deps } from '../resource';
import { attemptsBefore, endAttempts } from '../safety/index';

/**
 * Finds the unanswered attempts of earlier months whose two students are on each other's list of this round: either may ask again. `look`
 * takes the lists as they are made; `endSeen` ends those attempts, but not one that was renewed meanwhile.
 */
export async function watchAttempts(deps: Deps, day: string) {
  const month = new Date(
    Temporal.PlainDate.from(day).with({ day: 1 }).toZonedDateTime(deps.env.UNIVERSITY_TIMEZONE)
      .epochMilliseconds,
  );
  const waiting = new Map<string, { readonly id: string; readonly other: string }[]>();
  for await (const { _id, by, about } of attemptsBefore(deps, month))
    for (const [mark, other] of [
      [by, about],
      [about, by],
    ] as const)
      waiting.set(mark, [...(waiting.get(mark) ?? []), { id: _id, other }]);
  const [once, seen] = [new Set<string>(), new Set<string>()];
  const look = ({ id: mark, bytes }: EncodedList) => {
    const attempts = waiting.get(mark);
    if (!attempts) return;
    const shown = new Set(decodeList(bytes).shown.map(({ id }) => id));
    for (const { id, other } of attempts) if (shown.has(other)) (once.has(id) ? seen : once).add(id);
  };
  const endSeen = () => endAttempts(deps, [...seen], { before: month });
  return { look, endSeen };
}
