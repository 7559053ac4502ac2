/** Child process of the backup benchmark: one task in a process of its own, so that its memory can be measured. */
import { connectMongo, createLog, readEnv, systemClock } from '../src/index';
import { backUp, completeRestore, ensureIndexes, restore } from '../src/operations/index';
import { seedCampus } from '../seed/index';
import { cipherOf } from '../src/infra/field-cipher';

export type Task = 'seed' | 'backup' | 'restore';

/** The message sent at the end. */
export interface Done {
  readonly seconds: number;
  /** The most memory that the process had. */
  readonly megabytes: number;
  readonly documents: number;
  readonly pictures: number;
}

const [task, uri = '', dataDir = '', folder = '', secret = '', students = '0'] = process.argv.slice(2);
const env = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
const db = await connectMongo(uri);
const log = createLog('silent');
const deps = { env, db, clock: systemClock, log, secret: Buffer.from(secret, 'hex'), dataDir };
// as a process that the database lets seal
cipherOf(deps).follow('local');
const started = performance.now();
let manifest: Awaited<ReturnType<typeof backUp>> | null = null;
if (task === 'seed') {
  await completeRestore(deps);
  await ensureIndexes(deps);
  await seedCampus(deps, { students: Number(students) });
} else if (task === 'backup') manifest = await backUp(deps, folder);
else ({ manifest } = await restore(deps, folder));
const counts = Object.values(manifest?.collections ?? {}).map(({ count }) => count);
const done: Done = {
  seconds: (performance.now() - started) / 1000,
  megabytes: process.resourceUsage().maxRSS / 1024,
  documents: counts.reduce((sum, count) => sum + count, 0),
  pictures: Number(manifest?.photos.count ?? 0),
};
await db.close();
process.send!(done, () => process.exit(0));
