import { JOB_KINDS, type JobKind, type JobPage } from '@flint/contracts/desk';
import { DAY_MS } from '@flint/contracts/time';
import { trusted } from 'mongoose';
import type { Deps } from '../resource';
import { jobPauses, jobs } from './job.model';

const SHOWN = 50;

/** The jobs for the desk: how many of each kind, and the first ones, without what they need and whom they are about. */
export async function showJobs({ db }: Pick<Deps, 'db'>): Promise<JobPage> {
  const paused = new Set((await jobPauses(db).find().lean()).map(({ _id }) => _id));
  const kinds = JOB_KINDS.map(async (kind) => ({
    kind,
    waiting: await jobs(db).countDocuments({ kind, failedAt: null }),
    failed: await jobs(db).countDocuments({ kind, failedAt: trusted({ $ne: null }) }),
    isPaused: paused.has(kind),
  }));
  const fields = { kind: 1, tries: 1, since: 1, dueAt: 1, failedAt: 1 } as const;
  const shown = await jobs(db).find({}, fields).sort({ failedAt: -1, since: 1 }).limit(SHOWN).lean();
  return {
    kinds: await Promise.all(kinds),
    items: shown.map(({ _id, kind, tries, since, dueAt, failedAt }) => ({
      id: _id,
      kind: kind as JobKind,
      tries,
      since: since.toISOString(),
      dueAt: failedAt === null ? dueAt.toISOString() : null,
    })),
  };
}

/** Makes every job of a kind that no process has under way due now, failed ones too, and lets it be tried for another day at least. */
export async function repeatJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>, kind: JobKind): Promise<void> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + DAY_MS);
  const isFree = { $or: [{ holder: trusted({ $exists: false }) }, { dueAt: trusted({ $lte: now }) }] };
  const change = { $set: { dueAt: now, failedAt: null, tries: 0 }, $max: { endsAt } };
  await jobs(db).updateMany({ kind, ...isFree }, change);
}

/** Stops every process from trying jobs of a kind, or lets them go on. A try that has begun ends. */
export async function pauseJobs(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  kind: JobKind,
  isPaused: boolean,
): Promise<void> {
  if (isPaused) await jobPauses(db).updateOne({ _id: kind }, { at: clock.now() }, { upsert: true });
  else await jobPauses(db).deleteOne({ _id: kind });
}
