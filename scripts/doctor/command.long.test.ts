import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startTestDatabase, type TestDatabase } from '@flint/testing';
import { freePort } from '@flint/testing/free-port';

const REPOSITORY = path.resolve(__dirname, '../..');
const SECRET = 'HUGkkPf3mTQdZ7a0sWvYxN1cLr8eB5tJ';

let dir: string;
let database: TestDatabase;
let held: Server;
let port: number;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'flint-doctor-'));
  database = await startTestDatabase();
  await database.db
    .collection<{ _id: string; answers: object }>('profiles')
    .insertOne({ _id: 'ann', answers: { religion: 'sealed:spring:AAAA' } });
  held = createServer((socket) => socket.end('554 no\r\n')).listen(0, '127.0.0.1');
  await new Promise((resolve) => held.once('listening', resolve));
  await mkdir(path.join(dir, 'open'));
  await writeFile(path.join(dir, 'open/secret'), SECRET);
  await chmod(path.join(dir, 'open/secret'), 0o644);
  port = await freePort(100);
});
afterAll(async () => {
  held.close();
  await database[Symbol.asyncDispose]();
});

const heldPort = () => (held.address() as AddressInfo).port;

/** The output and exit code of `npx flint operate doctor` under these settings only. */
async function runDoctor(settings: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH!, DATA_DIR: path.join(dir, 'data'), PORT: String(port), ...settings };
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/doctor/main.ts'], {
    cwd: REPOSITORY,
    env,
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const problems = printed.split('\n').filter((line) => line.startsWith('PROBLEM'));
  return { status: child.exitCode, problems };
}

const setups: readonly (readonly [string, number, () => Record<string, string>, RegExp])[] = [
  ['settings that cannot be read', 78, () => ({ PORT: 'x' }), /settings\s+PORT: /],
  [
    'a port that another program holds',
    1,
    () => ({ PORT: String(heldPort()) }),
    /ports\s+\d+.* in use: stop what uses/,
  ],
  [
    'keys that do not open what is stored',
    1,
    () => ({ MONGODB_URI: database.uri, FLINT_SECRET: SECRET }),
    /keys\s+stored data was sealed under a key 'spring'/,
  ],
  [
    'a secret that others can read',
    1,
    () => ({ DATA_DIR: path.join(dir, 'open') }),
    /secret\s+others can read .*: chmod 600/,
  ],
];

describe('npx flint operate doctor, as a command', () => {
  it('a working installation - has no problem and ends with 0', async () => {
    expect(await runDoctor({})).toEqual({ status: 0, problems: [] });
  });

  it.each(setups)(
    '%s - is one problem with a remedy, and ends with %i',
    async (_, status, settingsOf, problem) => {
      expect(await runDoctor(settingsOf())).toEqual({ status, problems: [expect.stringMatching(problem)] });
    },
  );
});
