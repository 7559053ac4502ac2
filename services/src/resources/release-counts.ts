import { trusted } from 'mongoose';
import { every } from '../infra/every';
import { modelOf } from '../infra/model-of';
import type { Deps } from './resource';

export interface ReleaseName {
  readonly remote: string;
  readonly release: string;
}

/** How often pages tried to show a screen of a remote's release, and how often that failed. Names no page or student. */
export interface ReleaseCount extends ReleaseName {
  /** Pages that tried. */
  readonly tried: number;
  /** Pages among them where it did not load or crashed. */
  readonly failed: number;
}

interface CountRow extends ReleaseCount {
  _id: string;
  last: Date;
}

const KEPT_SECONDS = 30 * 24 * 3600;
/** Anyone may report, so invented names must not fill the database. A release that `readReleaseCounts` names is counted even so. */
const MOST_ROWS = 1_000;
const WRITE_EVERY_MS = 2_000;

/** The counts of every release reported within 30 days. */
export const releaseCounts = modelOf<CountRow>(
  'ReleaseCount',
  'release_counts',
  {
    _id: { type: String, required: true },
    remote: { type: String, required: true },
    release: { type: String, required: true },
    tried: { type: Number, required: true },
    failed: { type: Number, required: true },
    last: { type: Date, required: true },
  },
  { indexes: [[{ last: 1 }, { expireAfterSeconds: KEPT_SECONDS }]] },
);

const idOf = ({ remote, release }: ReleaseName) => `${remote} ${release}`;

interface ShownScreen {
  readonly remote: string;
  readonly version: string;
  readonly failed: boolean;
}

/** Collects reports in memory and writes them from time to time, so that a report needs no query of its own. */
export function gatherCounts({ db, clock, log }: Deps) {
  let gathered = new Map<string, ReleaseCount>();
  /** The ids of all rows when they were last written. */
  let known: ReadonlySet<string> = new Set();

  /** Adds the collected counts to those of all processes. */
  async function flush(): Promise<void> {
    const rows = [...gathered];
    gathered = new Map();
    if (rows.length === 0) return;
    const counts = releaseCounts(db);
    known = new Set((await counts.find({}, { _id: 1 }).lean()).map(({ _id }) => _id));
    const room = MOST_ROWS - known.size;
    const fresh = rows.filter(([_id]) => !known.has(_id)).slice(0, Math.max(0, room));
    const written = [...rows.filter(([_id]) => known.has(_id)), ...fresh];
    if (written.length === 0) return;
    await counts.bulkWrite(
      written.map(([_id, { tried, failed, ...names }]) => ({
        updateOne: {
          filter: { _id },
          update: { $inc: { tried, failed }, $set: { last: clock.now() }, $setOnInsert: names },
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  return {
    add(told: readonly ShownScreen[]): void {
      for (const { remote, version: release, failed } of told) {
        const key = idOf({ remote, release });
        const now = gathered.get(key);
        if (!now && gathered.size >= MOST_ROWS && !known.has(key)) continue;
        const { tried = 0, failed: failures = 0 } = now ?? {};
        const next = failed ? { tried, failed: failures + 1 } : { tried: tried + 1, failed: failures };
        gathered.set(key, { remote, release, ...next });
      }
    },
    /** Writes every two seconds. The returned function writes once more and stops. */
    start(): () => Promise<void> {
      const report = (error: unknown) => log.warn({ err: error }, 'releases were not counted');
      const stop = every(WRITE_EVERY_MS, flush, report);
      return () => stop().then(flush).catch(report);
    },
  };
}

/**
 * What pages reported of each release, to judge a canary. The releases in `named` are counted from now on, however many others were reported:
 * a client that may read the counts knows them, and this server does not.
 */
export async function readReleaseCounts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  named: readonly ReleaseName[],
): Promise<readonly ReleaseCount[]> {
  const last = clock.now();
  const counts = releaseCounts(db);
  await Promise.all(
    named.map(({ remote, release }) =>
      counts.updateOne(
        { _id: idOf({ remote, release }) },
        { $set: { last }, $setOnInsert: { remote, release, tried: 0, failed: 0 } },
        { upsert: true },
      ),
    ),
  );
  const kept = new Date(last.getTime() - KEPT_SECONDS * 1_000);
  const rows = await counts.find({ last: trusted({ $gte: kept }) }).lean();
  return rows.map(({ remote, release, tried, failed }) => ({ remote, release, tried, failed }));
}
