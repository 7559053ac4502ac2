import { readPaced } from '../../infra/paced';
import type { Availability, AvailabilityWrite, FieldError } from '@flint/contracts';
import { cellsOf, gridToSlots, mergeHours } from '@flint/contracts/week/index';
import { zoneNamed } from '@flint/contracts/week/zone-named';
import { message } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import { retryCollisions } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { availabilities, type AvailabilityDocument } from './availability.model';

function issuesOf({ utcSlots, timezone }: Availability, at = ''): FieldError[] {
  const issues: FieldError[] = utcSlots.flatMap(({ startHour, endHour }, i) =>
    startHour < endHour
      ? []
      : [{ pointer: `${at}/utcSlots/${i}/endHour`, detail: message('A range ends after it starts.') }],
  );
  if (zoneNamed(timezone) === null)
    issues.push({ pointer: `${at}/timezone`, detail: message('This is not a time zone.') });
  return issues;
}

/** The same week with its zone spelled as the zone's database does: a format is cached for each name that is used, and zones are compared. */
const spelled = (week: Availability): Availability => ({ ...week, timezone: zoneNamed(week.timezone)! });

const stored = ({ utcSlots, timezone, lastUpdated }: AvailabilityDocument): Availability => ({
  utcSlots: utcSlots.map(({ dayOfWeek, startHour, endHour }) => ({ dayOfWeek, startHour, endHour })),
  timezone,
  lastUpdated: new Date(lastUpdated).toISOString(),
});

/** The instant of a write, always after the one before, so that it also tells two states apart. */
const after = (before: Date | undefined, now: Date): Date =>
  new Date(Math.max(now.getTime(), before ? new Date(before).getTime() + 1 : 0));

/**
 * Checks and stores a week, or with `madeFrom` its difference, with ranges merged and sorted, at the server's time. `isFirst` is true when none
 * was stored before. Throws availability_invalid with every bad field.
 */
export async function saveWeek(
  deps: Deps,
  userId: string,
  { madeFrom, ...given }: AvailabilityWrite,
): Promise<{ readonly saved: Availability; readonly isFirst: boolean }> {
  const errors = [...issuesOf(given), ...(madeFrom ? issuesOf(madeFrom, '/madeFrom') : [])];
  if (errors.length > 0) throw new ApiError('availability_invalid', { errors });
  const mine = spelled(given);
  const before = madeFrom && spelled(madeFrom);
  return retryCollisions(async () => {
    const known = await availabilities(deps.db).findById(userId).lean<AvailabilityDocument>();
    const { cells, timezone } =
      known && before !== undefined
        ? mergeHours(stored(known), mine, before)
        : { cells: cellsOf(mine), timezone: mine.timezone };
    const lastUpdated = after(known?.lastUpdated, deps.clock.now());
    const next = { utcSlots: gridToSlots(cells, timezone, lastUpdated), timezone, lastUpdated };
    const { upsertedCount } = await availabilities(deps.db).updateOne(
      { _id: userId, lastUpdated: known?.lastUpdated ?? null },
      { $set: next },
      { upsert: true },
    );
    return { saved: stored({ _id: userId, ...next }), isFirst: upsertedCount > 0 };
  });
}

/** The student's week, or null. */
export async function availabilityOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<Availability | null> {
  const found = await availabilities(db).findById(userId).lean<AvailabilityDocument>();
  return found && stored(found);
}

/** Every stored week, one at a time. */
export async function* eachAvailability({
  db,
}: Pick<Deps, 'db'>): AsyncGenerator<{ userId: string; week: Availability }> {
  for await (const document of readPaced<AvailabilityDocument>(availabilities(db).find()))
    yield { userId: document._id, week: stored(document) };
}

/** Whether a week with at least one free hour is stored. */
export async function hasAvailability(deps: Pick<Deps, 'db'>, userId: string): Promise<boolean> {
  return ((await availabilityOf(deps, userId))?.utcSlots.length ?? 0) > 0;
}

/** Deletes the week. */
export async function eraseWeek(deps: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await availabilities(deps.db).deleteOne({ _id: userId });
}
