import { access, constants, mkdir, readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { addressOfDatabase, EnvError, readEnv, type Env } from '@flint/services';
import {
  certificateOf,
  checkBucketOrFolder,
  checkDatabase,
  checkMail,
  EnvSchema,
  ok,
  problem,
  readMasterSecret,
  SIGN_IN_ADDRESS_MAX,
  warning,
  type Finding,
} from '@flint/services/operations';
import { deskPort } from '@flint/services/desk';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { checkDesk } from './desk';
import { isReached, openPlace } from '../release/place';
import { nearestName } from './names';
import { checkPlaces } from './places';
import { checkProject } from './project';
import { checkRemotes } from './remotes';
import { checkSignatures } from './signatures';

type Source = Readonly<Record<string, string | undefined>>;

const NODE = [20, 19] as const;
/** Whose addresses may sign in where nobody says so. */
const EXAMPLE_HOST = 'campus.edu';
const LEAST_FREE_BYTES = 1024 ** 3;

/** Whether this Node runs Flint. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fine = major > NODE[0] || (major === NODE[0] && minor >= NODE[1]);
  return fine
    ? ok('node', version)
    : problem('node', `${version} is too old: install ${NODE.join('.')} or newer`);
}

/** Names in the .env file that are no settings, and names of the environment that differ from one by a slip. */
export async function checkNames(file: string, environment: Source): Promise<Finding[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  // OpenTelemetry reads its own settings
  const isUnknown = (name: string) => !(name in EnvSchema.shape) && !name.startsWith('OTEL_');
  const told = Object.keys(parseEnv(text)).filter(isUnknown);
  const meant = (name: string) => nearestName(name, Object.keys(EnvSchema.shape));
  const slips = Object.keys(environment).filter((name) => isUnknown(name) && meant(name) !== null);
  return [...new Set([...told, ...slips])].map((name) => {
    const where = told.includes(name) ? `${name} in .env` : name;
    const remedy = meant(name) ? `; do you mean ${meant(name)}?` : '';
    return warning('settings', `${where} is no setting of Flint${remedy}`);
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether the ports are free, or used by Flint. */
export async function checkPorts(env: Env): Promise<Finding> {
  const name = 'ports';
  const remotes = remoteWorkspaces().map(({ port }) => env.PORT + (port % 100));
  const ports = [env.PORT, ...remotes, deskPort(env)];
  const taken = (await Promise.all(ports.map(async (port) => ((await isFree(port)) ? [] : [port])))).flat();
  if (taken.length === 0) return ok(name, `${ports.join(', ')} are free`);
  const live = `http://127.0.0.1:${env.PORT}/health/live`;
  const runs = await fetch(live, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  return runs
    ? ok(name, `Flint runs at ${env.PORT}`)
    : problem(name, `${taken.join(', ')} in use: stop what uses them, or set PORT`);
}

/** Explains the sign-in limits for a campus behind one address. */
export function checkLimits({ CODE_MAILS_PER_HOUR: mails, IP_LIMIT_FACTOR: factor }: Env): Finding {
  const perAddress = Math.round(SIGN_IN_ADDRESS_MAX * factor);
  const text = `from one network address, ${perAddress} code requests may wait unfinished and ${perAddress} codes be wrong in five minutes; ${mails} code mails leave an hour, at most half of them to mailboxes without an account`;
  const isLow = mails < 3_000 || factor < 0.5;
  return isLow
    ? warning('sign-in', `${text}: too few for 3,000 students in ten minutes behind one address`)
    : ok('sign-in', text);
}

/** Working but insecure settings, each with a remedy; in production only, because tests need them. */
export function checkWeakSettings(env: Env): Finding[] {
  if (!isReached(env)) return [];
  const weak: readonly (readonly [boolean, string])[] = [
    [
      env.SMTP_PLAINTEXT,
      'SMTP_PLAINTEXT: codes can be read on their way to the mail server; leave it out unless that is this machine',
    ],
    [
      env.UNIVERSITY_EMAIL_PLUS_TAGS,
      'UNIVERSITY_EMAIL_PLUS_TAGS: mail to ann+x@ goes to ann@, who may not have asked; leave it out unless students need tags',
    ],
    [
      env.IP_LIMIT_FACTOR > 10,
      `IP_LIMIT_FACTOR=${env.IP_LIMIT_FACTOR}: the limits of an address hold nobody up`,
    ],
    [
      env.TRUSTED_PROXIES === 0 && env.PUBLIC_URL.startsWith('https:'),
      'TRUSTED_PROXIES=0 behind https: all students have the proxy’s address, and share its limits; set the number of proxies',
    ],
    [
      env.UNIVERSITY_EMAIL_HOST === EXAMPLE_HOST,
      `UNIVERSITY_EMAIL_HOST=${EXAMPLE_HOST} is an example: only its addresses may sign in; name the host of your students’ mail`,
    ],
    [
      /@localhost>?$/.test(env.MAIL_FROM),
      'MAIL_FROM: mail servers refuse a sender at localhost; name an address of the university',
    ],
    [
      Boolean(env.S3_ENDPOINT?.startsWith('http:')) && env.PUBLIC_URL.startsWith('https:'),
      'S3_ENDPOINT: browsers let no https page send a photo to an http address; give the store a certificate',
    ],
    [
      !env.SAFETY_EMAIL,
      'SAFETY_EMAIL is missing: nobody is told of a safety report; name the mailbox of those who decide',
    ],
    [
      !env.METRICS_TOKEN,
      'METRICS_TOKEN is missing: nothing can be measured, and no alert fires; make one with `openssl rand -base64 24`',
    ],
    [
      Boolean(env.SUPABASE_URL) && !env.SUPABASE_SERVICE_KEY,
      'SUPABASE_SERVICE_KEY is missing: the users of deleted accounts stay in the project, with their addresses; copy a secret key from the project',
    ],
    [
      Boolean(env.RELEASES_URL) && !env.RELEASE_KEYS,
      'RELEASES_URL without RELEASE_KEYS: no release is trusted, remotes run as they were shipped; npx flint release keys',
    ],
  ];
  return weak.filter(([isWeak]) => isWeak).map(([, text]) => warning('weak', text));
}

/** Whether DATA_DIR is writable, has space, and is private. */
export async function checkFolder(dataDir: string): Promise<Finding> {
  const name = 'folder';
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((await stat(dataDir)).mode & 0o077)
      return warning(name, `others on this machine can look into ${dataDir}: chmod 700`);
    const { bavail, bsize } = await statfs(dataDir);
    const gigabytes = ((bavail * bsize) / LEAST_FREE_BYTES).toFixed(1);
    return bavail * bsize < LEAST_FREE_BYTES
      ? warning(name, `${dataDir}: only ${gigabytes} GB are left`)
      : ok(name, `${dataDir}: writable, ${gigabytes} GB left`);
  } catch (error) {
    return problem(name, `${dataDir} cannot be written: ${(error as Error).message}`);
  }
}

/** Whether the master secret is whole and private. */
export async function checkSecret(env: Env, dataDir: string): Promise<Finding> {
  const name = 'secret';
  if (env.FLINT_SECRET) return ok(name, 'FLINT_SECRET is set');
  const file = path.join(dataDir, 'secret');
  const found = await stat(file).catch(() => null);
  if (!found) return ok(name, 'made at the first start');
  if (found.mode & 0o077) return problem(name, `others can read ${file}: chmod 600`);
  return readMasterSecret(env).then(
    () => ok(name, `kept in ${file}`),
    ({ message }: Error) => problem(name, message),
  );
}

/** Checks the database (the configured server, else the embedded one if it runs), its keys and migrations. */
async function checkAnyDatabase(env: Env, dataDir: string): Promise<Finding[]> {
  const uri = await addressOfDatabase(env);
  if (uri) return checkDatabase(uri, env);
  return [ok('database', `the embedded one, in ${path.join(dataDir, 'db')}`)];
}

/** From so many days on, a certificate that renews itself has been renewed. */
const CERTIFICATE_DAYS = 7;

/** How many days the certificate of PUBLIC_URL is valid, and whether browsers take it. */
async function checkCertificate({ PUBLIC_URL }: Env): Promise<Finding[]> {
  if (!PUBLIC_URL.startsWith('https:')) return [];
  const name = 'certificate';
  const found = await certificateOf(PUBLIC_URL).catch(() => null);
  if (!found)
    return [warning(name, `${PUBLIC_URL} does not answer from here: start the proxy, or mend the name`)];
  const days = Math.floor((found.endsAt.getTime() - Date.now()) / 86_400_000);
  if (days < 0)
    return [problem(name, `that of ${PUBLIC_URL} has ended: renew it; no browser shows the page`)];
  const text = `that of ${PUBLIC_URL} ends in ${days} days`;
  if (days < CERTIFICATE_DAYS) return [warning(name, `${text}: see why the proxy does not renew it`)];
  return [found.fault ? warning(name, `${text}, but browsers refuse it: ${found.fault}`) : ok(name, text)];
}

/** A server or a disk that does not respond within this time is a problem of its own. */
const ANSWER_MS = 8_000;

/** What a check found, or that it got no answer. */
async function inTime(name: string, check: Promise<Finding | Finding[]>): Promise<Finding[]> {
  const text = `no answer within ${ANSWER_MS / 1000} s: look at what it stands on`;
  const silent = wait(ANSWER_MS, [problem(name, text)], { ref: false });
  return [await Promise.race([check, silent])].flat();
}

/** Runs all checks in order; invalid settings end them. */
export async function examine(source: Source, envFile: string): Promise<Finding[]> {
  const node = checkNode(process.versions.node);
  let env: Env;
  try {
    env = readEnv(source);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return [node, ...error.lines.map((text) => problem('settings', text))];
  }
  const dataDir = path.resolve(env.DATA_DIR);
  const folder = inTime('folder', checkFolder(dataDir));
  const photos = folder.then((found) =>
    found.some(({ verdict }) => verdict === 'problem')
      ? []
      : inTime('photos', checkBucketOrFolder(env, dataDir)),
  );
  const others = await Promise.all([
    checkNames(envFile, source),
    ok('address', env.PUBLIC_URL),
    inTime('certificate', checkCertificate(env)),
    env.SUPABASE_URL ? inTime('sign-in', checkProject(env)) : checkLimits(env),
    checkWeakSettings(env),
    checkDesk(env),
    inTime('places', checkPlaces(env)),
    folder,
    checkPorts(env),
    checkRemotes(env),
    inTime(
      'signatures',
      checkSignatures(() => openPlace(source, REPOSITORY).store, isReached(env)),
    ),
    inTime('secret', checkSecret(env, dataDir)),
    inTime('database', checkAnyDatabase(env, dataDir)),
    inTime('mail', checkMail(env)),
    photos,
  ]);
  return [node, ...others.flat()];
}

/** 78 (EX_CONFIG) when the settings are wrong, 1 for another problem, 0 when Flint can start. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 78 {
  const problems = findings.filter(({ verdict }) => verdict === 'problem');
  if (problems.length === 0) return 0;
  return problems.some(({ name }) => name === 'settings') ? 78 : 1;
}
