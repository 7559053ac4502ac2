import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from '@flint/remote-build/cli/arguments';
import {
  connectMongo,
  DATABASE_ADDRESS_FILE,
  readEnv,
  systemClock,
  type Deps,
  type Env,
} from '@flint/services';
import {
  backUp,
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
import pino from 'pino';
import { openDatabase, type Database } from '../compose/database';
import { masterSecret } from '../start/secret';
import { splitUniversities } from './universities';

const HELP = `npm run migrate                        apply what is missing, build missing indexes
npm run migrate -- status              what is missing; ends with 1 when something is
npm run migrate -- down                take the newest migration back
npm run backup -- <folder>             everything held, pictures too, into a new folder
npm run restore -- <folder>            back into an empty database; Flint must not run
npm run restore -- <folder> --replace  ... into one that holds something, which goes first
npm run seed -- --students 5000        made-up students, for trying out and measuring
npm run round                          today's matching round, unless there is one
npm run round -- --again               ... although there is one; today's lists change
npm run round -- --dry-run             its figures only; nothing is stored
npm run places -- check <file>         what is wrong with a list of places, before it is PLACES_FILE
npm run universities -- <folder>       parts the universities of an older version's TENANTS_FILE`;

type Say = (line: string) => void;
type Source = Readonly<Record<string, string | undefined>>;

/** The running database, else the embedded one, started for this command. */
async function open(env: Env, command: string): Promise<Database> {
  const address = path.resolve(env.DATA_DIR, DATABASE_ADDRESS_FILE);
  const running = env.MONGODB_URI ? null : await readFile(address, 'utf8').catch(() => null);
  const connection = running && (await connectMongo(running).catch(() => null));
  if (!connection) return openDatabase(env);
  const close = () => connection.close();
  if (command !== 'restore') return { connection, close };
  await close();
  throw new Error('Flint runs: stop it before a restore.');
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

const BAR = 30;
const bar = (done: number, of: number) =>
  `[${'#'.repeat(Math.round((BAR * done) / Math.max(1, of))).padEnd(BAR, '.')}]`;

const round =
  ({ again, isTrial }: Pick<Wishes, 'again' | 'isTrial'>): Work =>
  async (deps, say) => {
    let shown = '';
    const onProgress = (stage: string, done: number, of: number) => {
      const line = `${stage.padEnd(6)} ${bar(done, of)}`;
      if (line !== shown) say((shown = line));
    };
    const figures = await makeTodaysRound(deps, { again, isTrial, onProgress });
    if (!figures) {
      say("today's round is made already, or another process is at it");
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
  readonly students: number;
  readonly again: boolean;
  readonly isTrial: boolean;
}

function workOf(command: string, argument: string, { replace, students, ...wishes }: Wishes): Work | null {
  if (command === 'round') return asProcess(round(wishes));
  if (command === 'migrate' && ['up', 'down', 'status'].includes(argument || 'up'))
    return argument === 'status' ? migrate(argument) : asProcess(migrate(argument));
  if (command === 'backup' && argument)
    return asProcess(async (deps, say) => {
      say(`kept ${count(await backUp(deps, path.resolve(argument)))}`);
      return true;
    });
  if (command === 'restore' && argument)
    return async (deps, say) => {
      const { manifest, replayed } = await restore(deps, path.resolve(argument), { replace });
      say(`brought back ${count(manifest)}`);
      say(describe(replayed));
      return true;
    };
  if (command === 'seed' && students > 0)
    return asProcess(async (deps, say) => {
      const started = performance.now();
      await seedCampus(deps, { students, onProgress: (done) => say(`${done} of ${students} students`) });
      say(`done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
      return true;
    });
  return null;
}

/** Reads a list of places as the API does; prints a sentence for each bad row; returns whether all are valid. */
async function checkPlaces(file: string, say: Say): Promise<boolean> {
  try {
    const { places, problems } = readPlaces(await readFile(file, 'utf8'));
    for (const problem of problems) say(problem);
    say(`${places.length} places are right, ${problems.length} rows are not`);
    return places.length > 0 && problems.length === 0;
  } catch (error) {
    say(`the list cannot be used: ${(error as Error).message}`);
    return false;
  }
}

const OPTIONS = {
  replace: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  students: { type: 'string', default: '500' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The options of a command, and the number of its arguments. */
const TAKES: Readonly<Record<string, readonly [most: number, ...options: (keyof typeof OPTIONS)[]]>> = {
  migrate: [1],
  backup: [1],
  restore: [1, 'replace'],
  seed: [0, 'students'],
  round: [0, 'again', 'dry-run'],
  places: [2],
  universities: [1],
};

/** The lines of the help about a command; all of them if there is no such command. */
const usageOf = (command: string) =>
  HELP.split('\n')
    .filter((line) => line.startsWith(`npm run ${command} `))
    .join('\n') || HELP;

/** Reads the arguments of a command. Options of other commands are undefined. Throws WrongArguments. */
function readWishes(args: readonly string[]) {
  const [command = ''] = args;
  const [most = 0, ...names] = TAKES[command] ?? [];
  const own = Object.entries(OPTIONS).filter(([name]) => [...names, 'help'].some((each) => each === name));
  return readArguments(`\n${usageOf(command)}`, {
    most: most + 1,
    options: Object.fromEntries(own) as typeof OPTIONS,
    args,
  });
}

/** Runs an operator's command; returns the exit code. */
export async function operate(args: readonly string[], source: Source, say: Say): Promise<number> {
  const { positionals, values } = readWishes(args);
  const [command = '', argument = '', file] = positionals;
  if (command === 'universities' && argument) {
    await splitUniversities(source, path.resolve(argument), say);
    return 0;
  }
  if (command === 'places' && argument === 'check' && file) {
    return (await checkPlaces(path.resolve(file), say)) ? 0 : 1;
  }
  const work = workOf(command, argument, {
    replace: values.replace,
    students: Number(values.students),
    again: values.again,
    isTrial: values['dry-run'],
  });
  if (values.help || !work) {
    say(values.help ? HELP : usageOf(command));
    return values.help ? 0 : 2;
  }
  const env = readEnv(source);
  const dataDir = path.resolve(env.DATA_DIR);
  const secret = await masterSecret(dataDir, env.FLINT_SECRET);
  const database = await open(env, command);
  try {
    const log = pino({ level: 'silent' });
    const deps: Deps = { env, db: database.connection, clock: systemClock, log, secret, dataDir };
    // a restore that a crash interrupted comes first, whatever the command
    await completeRestore(deps);
    return (await work(deps, say)) ? 0 : 1;
  } finally {
    await database.close();
  }
}
