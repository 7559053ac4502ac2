import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import {
  addressOfDatabase,
  connectMongo,
  createLog,
  readEnv,
  systemClock,
  waitForJobs,
  type Deps,
  type Env,
} from '@flint/services';
import {
  backUp,
  backUpDaily,
  completeRestore,
  createMigrator,
  describe,
  ensureIndexes,
  joinWhole,
  makeTodaysRound,
  readPlaces,
  missingIndexes,
  restore,
} from '@flint/services/operations';
import { seedCampus } from '@flint/services/seed';
import { GROUPS, helpOf } from '../flint/commands.mjs';
import { readBy } from '../flint/read';
import { openDatabase, type Database } from '../compose/database';
import { barOf } from '../setup/step.mjs';
import { OutOfReach } from '../start/failure';
import { masterSecret } from '../start/secret';
import { splitUniversities } from './universities';

type Say = (line: string) => void;
type Source = Readonly<Record<string, string | undefined>>;

/** The running database, else the embedded one, started for this command. Throws OutOfReach. */
async function open(env: Env): Promise<Database> {
  const running = env.MONGODB_URI ? null : await addressOfDatabase(env);
  const connection = running && (await connectMongo(running).catch(() => null));
  if (connection) return { connection, close: () => connection.close() };
  const database = await openDatabase(env);
  if (!database.later) return database;
  await database.close();
  throw new OutOfReach(
    'The database at MONGODB_URI does not answer. Start it, and try again; `npx flint operate doctor` says what else is missing.',
  );
}

type Work = (deps: Deps, say: Say) => Promise<boolean>;

/** Work of a process that a restore counts: it waits for one that runs, and keeps others from beginning. It writes with the sealing key. */
const asProcess =
  (work: Work): Work =>
  async (deps, say) => {
    const leave = await joinWhole(deps);
    return work(deps, say).finally(leave);
  };

const migrate =
  (what: string): Work =>
  async (deps, say) => {
    const migrator = createMigrator(deps.db);
    if (what === 'down') {
      const [name] = await migrator.down();
      say(name ? `took back ${name}` : 'nothing to take back');
      return true;
    }
    if (what === 'status') {
      const waiting = [...(await migrator.pending()), ...(await missingIndexes(deps.db))];
      for (const each of waiting) say(`missing ${each}`);
      if (waiting.length === 0) say('nothing is missing');
      return waiting.length === 0;
    }
    for (const name of await migrator.up()) say(`applied ${name}`);
    await ensureIndexes(deps);
    say('indexes are built');
    return true;
  };

const count = ({ collections, photos, version }: Awaited<ReturnType<typeof backUp>>) => {
  const documents = Object.values(collections).reduce((sum, part) => sum + part.count, 0);
  const pictures = version === 1 ? Object.keys(photos).length : photos.count;
  return `${documents} documents, ${String(pictures)} picture files`;
};

const round =
  ({ again, isTrial }: Pick<Wishes, 'again' | 'isTrial'>): Work =>
  async (deps, say) => {
    let shown = '';
    const onProgress = (stage: string, done: number, of: number) => {
      const line = `${stage.padEnd(6)} ${barOf(done / Math.max(1, of))}`;
      if (line !== shown) say((shown = line));
    };
    const figures = await makeTodaysRound(deps, { again, isTrial, onProgress });
    if (!figures) {
      say("today's round exists, or another process is making it");
      return true;
    }
    const { students, lists, short, pairs, gini, milliseconds } = figures;
    say(`${students} students, ${lists} lists, ${short} with fewer than 20 people, ${pairs} pairs`);
    say(`attention: Gini ${gini.toFixed(3)}; ${(milliseconds / 1000).toFixed(1)} s`);
    say(isTrial ? 'nothing was stored' : 'published');
    return true;
  };

interface Wishes {
  readonly replace: boolean;
  readonly anyAge: boolean;
  readonly daily: boolean;
  readonly students: number;
  readonly again: boolean;
  readonly isTrial: boolean;
}

function workOf(
  command: string,
  argument: string,
  { replace, anyAge, daily, students, ...wishes }: Wishes,
): Work {
  if (command === 'round') return asProcess(round(wishes));
  if (command === 'migrate') return argument === 'status' ? migrate(argument) : asProcess(migrate(argument));
  if (command === 'backup')
    return asProcess(async (deps, say) => {
      const folder = path.resolve(argument);
      if (!daily) {
        say(`kept ${count(await backUp(deps, folder))}`);
        return true;
      }
      const made = await backUpDaily(deps, folder);
      say(`kept ${count(made.manifest)} in ${path.basename(made.folder)}, and tried them`);
      if (made.lost > 0) say(`${made.lost} photos have no picture`);
      for (const doubt of made.doubts) say(doubt);
      if (made.deleted.length > 0) say(`deleted ${made.deleted.join(', ')}`);
      return true;
    });
  if (command === 'restore')
    return async (deps, say) => {
      const { manifest, replayed } = await restore(deps, path.resolve(argument), {
        replace,
        isAnyAge: anyAge,
      });
      say(`brought back ${count(manifest)}`);
      say(describe(replayed));
      return true;
    };
  if (!(students > 0)) throw new WrongArguments('--students takes a number.');
  return asProcess(async (deps, say) => {
    const started = performance.now();
    await seedCampus(deps, { students, onProgress: (done) => say(`${done} of ${students} students`) });
    say(`done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return true;
  });
}

/** Reads a list of places as the API does; prints a sentence for each bad row; returns whether all are valid. */
async function checkPlaces(file: string, say: Say): Promise<boolean> {
  try {
    const { places, problems } = readPlaces(await readFile(file, 'utf8'));
    for (const problem of problems) say(problem);
    say(`${places.length} places are valid, ${problems.length} rows are not`);
    return places.length > 0 && problems.length === 0;
  } catch (error) {
    say(`the list cannot be used: ${(error as Error).message}`);
    return false;
  }
}

/** Runs an operator's command; returns the exit code. */
export async function operate(args: readonly string[], source: Source, say: Say): Promise<number> {
  const [command = '', ...rest] = args;
  if (!Object.hasOwn(GROUPS['operate']!.commands, command)) {
    say(helpOf('operate'));
    return command === '--help' ? 0 : 2;
  }
  const { positionals, flag, text } = readBy('operate', command, rest);
  const [argument = '', file = ''] = positionals;
  if (command === 'universities') {
    await splitUniversities(source, path.resolve(argument), say);
    return 0;
  }
  if (command === 'places') return (await checkPlaces(path.resolve(file), say)) ? 0 : 1;
  const work = workOf(command, argument, {
    replace: flag('replace'),
    anyAge: flag('any-age'),
    daily: flag('daily'),
    students: Number(text('students') ?? 500),
    again: flag('again'),
    isTrial: flag('dry-run'),
  });
  const env = readEnv(source);
  const dataDir = path.resolve(env.DATA_DIR);
  const secret = await masterSecret(dataDir, env.FLINT_SECRET);
  const database = await open(env);
  try {
    const log = createLog('warn', process.stderr);
    const deps: Deps = { env, db: database.connection, clock: systemClock, log, secret, dataDir };
    // a restore that a crash interrupted comes first, whatever the command
    await completeRestore(deps);
    return (await work(deps, say)) ? 0 : 1;
  } finally {
    // a mail to the operators may be on its way: it would be sent twice
    await waitForJobs({ db: database.connection });
    await database.close();
  }
}
