import { readPaced } from '../../infra/paced';
import type { Availability, FieldError } from '@flint/contracts';
import { gridToSlots, isTimezone, slotsToGrid } from '@flint/contracts/week/index';
import { message } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import type { Deps } from '../resource';
import { availabilities, type AvailabilityDocument } from './availability.model';

/** How far a client's clock may be ahead. */
const CLOCK_SKEW_MS = 5 * 60_000;

function issuesOf({ utcSlots, timezone, lastUpdated }: Availability, now: Date): FieldError[] {
  const issues: FieldError[] = utcSlots.flatMap(({ startHour, endHour }, i) =>
    startHour < endHour
      ? []
      : [{ pointer: `/utcSlots/${i}/endHour`, detail: message('A range ends after it starts.') }],
  );
  if (!isTimezone(timezone))
    issues.push({ pointer: '/timezone', detail: message('This is not a time zone.') });
  if (new Date(lastUpdated).getTime() > now.getTime() + CLOCK_SKEW_MS) {
    issues.push({ pointer: '/lastUpdated', detail: message('This instant is in the future.') });
  }
  return issues;
}

const stored = ({ utcSlots, timezone, lastUpdated }: AvailabilityDocument): Availability => ({
  utcSlots: utcSlots.map(({ dayOfWeek, startHour, endHour }) => ({ dayOfWeek, startHour, endHour })),
  timezone,
  lastUpdated: new Date(lastUpdated).toISOString(),
});

/**
 * Checks and stores a week, with ranges merged and sorted. `isFirst` is true when none was stored before. Throws availability_invalid with
 * every bad field.
 */
export async function saveWeek(
  deps: Deps,
  userId: string,
  week: Availability,
): Promise<{ readonly saved: Availability; readonly isFirst: boolean }> {
  const errors = issuesOf(week, deps.clock.now());
  if (errors.length > 0) throw new ApiError('availability_invalid', { errors });
  const at = new Date(week.lastUpdated);
  const utcSlots = gridToSlots(slotsToGrid(week.utcSlots, week.timezone, at), week.timezone, at);
  const next = { utcSlots, timezone: week.timezone, lastUpdated: at };
  const { upsertedCount } = await availabilities(deps.db).updateOne(
    { _id: userId },
    { $set: next },
    { upsert: true },
  );
  return { saved: stored({ _id: userId, ...next }), isFirst: upsertedCount > 0 };
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
