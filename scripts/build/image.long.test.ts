import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTestDatabase, type TestDatabase } from '@flint/testing';
import { freePort } from '@flint/testing/free-port';
import { REPOSITORY } from '../compose/remotes';

const run = promisify(execFile);
const inRepository = (...args: string[]) =>
  run(process.execPath, ['scripts/flint.mjs', ...args], { cwd: REPOSITORY });

/** Outside the repository, so that nothing of it is found by accident. */
let image: string;
let listed: string;
let database: TestDatabase;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  image = mkdtempSync(path.join(tmpdir(), 'flint-image-'));
  await inRepository('build', 'browser');
  ({ stdout: listed } = await inRepository('build', 'image', image));
  database = await startTestDatabase();
});
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  running.clear();
});
afterAll(() => database[Symbol.asyncDispose]());

/** The settings of every process. */
const SECRET = randomBytes(48).toString('base64');

const settings = (port: number) => ({
  PATH: process.env.PATH,
  HOME: image,
  PORT: String(port),
  DESK_PORT: String(port),
  DESK_OPERATORS: 'kim=kim@campus.edu',
  FLINT_SECRET: SECRET,
  DATA_DIR: path.join(image, 'data'),
  MONGODB_URI: database.uri,
  LOG_LEVEL: 'warn',
});

/** Starts `dist/server/<name>.mjs` in the image, and waits until `at` answers 200. */
async function start(name: string, at: string) {
  const port = await freePort();
  const child = spawn(process.execPath, [`dist/server/${name}.mjs`], { cwd: image, env: settings(port) });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url + at).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(printed);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { url, pid: String(child.pid) };
}

const operate = (...args: string[]) =>
  run(process.execPath, ['dist/server/operate.mjs', ...args], { cwd: image, env: settings(0) });

const remotes = readdirSync(REPOSITORY).filter((name) => name.startsWith('mfe-'));

describe('the files of an image', () => {
  it('packages - are those of the server, without browser, bundler or loader, listed with version and license', () => {
    const { components } = JSON.parse(readFileSync(path.join(image, 'sbom.json'), 'utf8')) as {
      components: { name: string; version: string; licenses: { expression: string }[] }[];
    };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['koa', 'mongoose', 'sharp']));
    const unwanted = ['react', 'webpack', 'tsx', 'typescript', 'esbuild', 'jest', 'playwright-core'];
    expect(names.filter((name) => unwanted.includes(name) || name.includes('chromium'))).toEqual([]);
    for (const { name, version, licenses } of components) {
      expect(listed).toContain(` MB  ${name} ${version}  ${licenses[0]!.expression}`);
      expect(licenses[0]!.expression).not.toBe('unknown');
    }
    expect(Number(/, ([\d.]+) MB/.exec(listed)![1])).toBeLessThan(40);
  });

  it('their provenance - is written beside them, and can be verified with standard tools', async () => {
    const { subject, predicate } = JSON.parse(readFileSync(path.join(image, 'provenance.json'), 'utf8'));
    const listing =
      'find . -type f ! -path ./provenance.json | LC_ALL=C sort | xargs -d "\\n" sha256sum | sha256sum';
    const { stdout } = await run('sh', ['-c', listing], { cwd: image });
    expect(stdout.split(' ')[0]).toBe(subject[0].digest.sha256);
    const lock = await run('sha256sum', ['package-lock.json'], { cwd: REPOSITORY });
    const [packages] = predicate.buildDefinition.resolvedDependencies;
    expect(packages.digest.sha256).toBe(lock.stdout.split(' ')[0]);
  });

  it('the API - migrated and started outside the repository - is ready, and takes at most 160 MB', async () => {
    await operate('migrate');
    const { url, pid } = await start('api', '/health/ready');
    expect((await fetch(`${url}/api/v1/config`)).status).toBe(200);
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', pid]);
    expect(Number(stdout) / 1000).toBeLessThan(160);
  });

  it('a round - large enough for threads - is made by the command', async () => {
    await operate('seed', '--students', '1100');
    const { stdout } = await operate('round', '--dry-run');
    expect(stdout).toContain('1100 students, ');
  });

  it('the safety desk - started outside the repository, beside the API - serves its page and requires sign-in', async () => {
    const { url } = await start('desk', '/health/live');
    expect(await (await fetch(url)).text()).toContain('<title>Safety desk</title>');
    expect((await fetch(`${url}/desk/v1/cases`)).status).toBe(401);
  });

  it('the page - started outside the repository - serves the shell and every remote of it', async () => {
    const { url } = await start('web', '/remotes.json');
    expect(await (await fetch(url)).text()).toContain('<div id="root">');
    const addresses = (await (await fetch(`${url}/remotes.json`)).json()) as object;
    expect(Object.keys(addresses).toSorted()).toEqual(remotes.map((name) => name.slice(4)).toSorted());
  });
});
