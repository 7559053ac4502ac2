import type { JobKind } from '@flint/contracts/desk';
import { MINUTE_MS } from '@flint/contracts/time';
import { trusted, type ClientSession, type Connection } from 'mongoose';
import { cipherOf } from '../../infra/field-cipher';
import { doClaimed } from '../../infra/do-claimed';
import { ageInSeconds, jobsOldest } from '../../infra/metrics';
import { randomId } from '../../infra/random-id';
import type { Deps, TimedWork } from '../resource';
import { jobPauses, jobs, placeOf, type Job } from './job.model';

/** Pauses between tries; the last one repeats until the job ends. */
const PAUSES_MS = [1, 5, 15, 60, 180].map((minutes) => minutes * MINUTE_MS);
/** A process that took a job does it within this time, or another one does. */
const LEASE_MS = 2 * MINUTE_MS;
const AT_ONCE = 16;

/**
 * How a try ended: done or needless; to be tried again after a pause, where `later` has a cause that concerns this job alone, or at an instant, for such
 * a cause, which then counts as no try; or failed for good. Or a part is done, and the content of the rest is tried later.
 */
export type JobEnd<Content = never> =
  | 'done'
  | 'again'
  | 'later'
  | 'failed'
  | Date
  | { readonly rest: Content };

/** One try of a job. */
export interface JobTry {
  /** The id of the job, the same in every try. */
  readonly id: string;
  /** Whether no other follows. */
  readonly isLast: boolean;
}

interface Kind<Content> {
  readonly kind: JobKind;
  /** Whether the content is personal beyond ids. */
  readonly isSealed: boolean;
  /** Whether the desk shows one that was not done by its end for a week; else it is dropped. */
  readonly isMissed: boolean;
  readonly everyMs: number;
  work(deps: Deps, content: Content, job: JobTry): Promise<JobEnd<Content>>;
}

interface Wish<Content> {
  readonly content: Content;
  /** Ids of the students it is about; the job goes with the account of each. */
  readonly about: readonly string[];
  readonly id?: string;
  readonly dueAt?: Date;
  /** How long it is worth doing. */
  readonly keptMs: number;
  /** Whether this process tries at once, and not in its next turn. */
  readonly isAtOnce?: boolean;
}

export interface Jobs<Content> {
  /** Stores a job and resolves; any process does it. It may be done twice: a process can end between the work and its record. */
  add(deps: Deps, wish: Wish<Content>): Promise<void>;
  /** Stores a job in a transaction. After the commit, the caller calls the returned function: it begins a job that is wished at once. */
  addIn(deps: Deps, wish: Wish<Content>, session: ClientSession): Promise<() => void>;
  /** Does every job that is due. Of several processes, one does each. */
  run(deps: Deps): Promise<void>;
  readonly timed: TimedWork;
}

const kinds = new Set<string>();

/** Tries that a process has begun, by job. */
const begun = new WeakMap<Connection, Map<string, Promise<void>>>();
const begunOn = ({ db }: Pick<Deps, 'db'>) => {
  const found = begun.get(db) ?? new Map<string, Promise<void>>();
  begun.set(db, found);
  return found;
};

/** Resolves when this process tries no job. */
export const waitForJobs = async (deps: Pick<Deps, 'db'>): Promise<void> => {
  while (begunOn(deps).size > 0) await Promise.all(begunOn(deps).values());
};

const soon = ({ clock }: Deps, ms: number) => new Date(clock.now().getTime() + ms);

/** The jobs of one kind. */
export function jobsOf<Content extends object>(own: Kind<Content>): Jobs<Content> {
  const { kind } = own;
  kinds.add(kind);

  const keptAs = (deps: Deps, id: string, content: Content): Pick<Job, 'sealed' | 'plain'> =>
    own.isSealed
      ? { sealed: cipherOf(deps).seal(content, placeOf(id)), plain: null }
      : { sealed: null, plain: content };

  const attempt = async (deps: Deps, job: Job): Promise<void> => {
    const { _id, sealed, plain, tries, endsAt, holder } = job;
    const dueAt = soon(deps, PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!);
    const isLast = dueAt > endsAt;
    const work = async () => {
      // it expired during an outage
      if (endsAt < deps.clock.now()) return 'again';
      const content = sealed === null ? plain : cipherOf(deps).open(sealed, placeOf(_id));
      return own.work(deps, content as Content, { id: _id, isLast });
    };
    const end = await work().catch((error: unknown) => {
      deps.log.warn({ err: error, kind }, 'a job failed');
      return 'again' as const;
    });
    const isAtInstant = end instanceof Date;
    const isOver = isLast && !isAtInstant;
    if (end === 'done' || (isOver && !own.isMissed)) return void (await jobs(deps.db).deleteOne({ _id }));
    const change =
      isOver || end === 'failed'
        ? { failedAt: deps.clock.now() }
        : {
            ...(isAtInstant ? { dueAt: end, tries: tries - 1 } : { dueAt }),
            onlyIt: end !== 'again',
            ...(typeof end === 'object' && !isAtInstant && keptAs(deps, _id, end.rest)),
          };
    // unless the lease ended and another process has taken it
    return void (await jobs(deps.db).updateOne(
      { _id, holder: holder! },
      { $set: change, $unset: { holder: 1 } },
    ));
  };
  const begin = (deps: Deps, job: Job): Promise<void> => {
    const running = begunOn(deps);
    const trying: Promise<void> = attempt(deps, job)
      .catch((error: unknown) => deps.log.error({ err: error, kind }, 'the end of a job was not kept'))
      .finally(() => running.delete(job._id));
    running.set(job._id, trying);
    return trying;
  };
  const isPaused = async ({ db }: Deps) => (await jobPauses(db).exists({ _id: kind })) !== null;
  /** Claims one job that is due, unless the kind is paused; only one process gets it. */
  const claim = async (deps: Deps): Promise<Job | null> => {
    if (await isPaused(deps)) return null;
    return jobs(deps.db)
      .findOneAndUpdate(
        {
          kind,
          failedAt: null,
          dueAt: trusted({ $lte: deps.clock.now() }),
          // a try may outlast its lease
          _id: trusted({ $nin: [...begunOn(deps).keys()] }),
        },
        { $set: { dueAt: soon(deps, LEASE_MS), holder: randomId() }, $inc: { tries: 1 } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .lean<Job>();
  };

  const run = (deps: Deps) =>
    doClaimed(
      () => claim(deps),
      (job) => begin(deps, job),
      AT_ONCE,
    );

  const store = async (
    deps: Deps,
    { content, about, id = randomId(), dueAt, keptMs, isAtOnce: isWished = false }: Wish<Content>,
    session: ClientSession | null,
  ) => {
    if (deps.isRepeat) return () => undefined;
    const isAtOnce = isWished && !(await isPaused(deps));
    const since = dueAt ?? deps.clock.now();
    const job: Job = {
      _id: id,
      kind,
      ...keptAs(deps, id, content),
      about: [...about],
      tries: isAtOnce ? 1 : 0,
      ...(isAtOnce ? { dueAt: soon(deps, LEASE_MS), holder: randomId() } : { dueAt: since }),
      since,
      endsAt: soon(deps, keptMs),
      failedAt: null,
    };
    await jobs(deps.db).create([job], { session });
    return () => void (isAtOnce && begin(deps, job));
  };

  return {
    add: async (deps, wish) => (await store(deps, wish, null))(),
    addIn: store,
    run,
    timed: { everyMs: own.everyMs, run, failed: `jobs of kind ${kind} were not done` },
  };
}

/** Measures how long the oldest job of each kind has been due, but for those with a cause of their own; 0 without one. */
export async function measureJobs({ db, clock, env }: Deps): Promise<void> {
  const university = env.UNIVERSITY_EMAIL_HOST;
  for (const kind of kinds) {
    const waiting = { kind, failedAt: null, onlyIt: trusted({ $ne: true }) };
    const oldest = await jobs(db).findOne(waiting, { since: 1 }).sort({ since: 1 }).lean();
    jobsOldest.set({ university, kind }, ageInSeconds(oldest?.since, clock.now()));
  }
}
