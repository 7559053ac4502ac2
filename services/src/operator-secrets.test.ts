import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, useTestServer } from '@flint/testing';
import { createAsk, type SecretSources } from './operator-secrets';
import { isOperator } from './resources/safety/operators';
import { runAsOperator } from './safety-as-operator';

const KIM = 'kim has a long secret';
const LOU = 'lou has another secret';
const server = useTestServer({});
const folder = mkdtemp(path.join(tmpdir(), 'flint-secrets-'));
async function fileOf(secret: string): Promise<string> {
  const file = path.join(await folder, secret.replaceAll(' ', '-'));
  await writeFile(file, `${secret}\n`);
  return file;
}

/** Runs `npx flint operate safety` with secrets from these sources and then the typed ones. */
function run(as: string, args: string[], from: SecretSources, ...typed: string[]) {
  return runAsOperator(
    server.deps,
    args,
    { as },
    createAsk(from, async () => typed.shift() ?? ''),
  );
}
const owns = (name: string, secret: string) => isOperator(server.deps, name, secret);
const forget = (name: string) => server.deps.db.collection(name).deleteMany({});

describe('the operator’s own secret, in a variable or a file', () => {
  beforeEach(() => Promise.all(['safety_operators', 'safety_log', 'safety_log_ends'].map(forget)));

  it.each<[where: string, source: () => Promise<SecretSources>]>([
    ['variable', async () => ({ variable: KIM })],
    ['file', async () => ({ ownFile: await fileOf(KIM) })],
  ])('%s - is the operator’s, and never the one of an operator they add', async (_where, source) => {
    const own = await source();
    expect(await run('', ['operators', 'add', 'kim'], own)).toMatchObject({ exitCode: 0 });
    expect(await run('kim', ['operators', 'add', 'lou'], own, LOU)).toMatchObject({ exitCode: 0 });
    expect([await owns('kim', KIM), await owns('lou', KIM), await owns('lou', LOU)]).toEqual([
      true,
      false,
      true,
    ]);
    const files = { ...own, newFile: await fileOf(LOU) };
    expect(await run('kim', ['operators', 'add', 'sam'], files)).toMatchObject({ exitCode: 0 });
    expect(await owns('sam', LOU)).toBe(true);
  });

  it('given to a new operator, too - is refused', async () => {
    await run('', ['operators', 'add', 'kim'], { variable: KIM });
    const refused = await run('kim', ['operators', 'add', 'lou'], { variable: KIM }, KIM);
    expect(refused).toEqual({ text: 'A new operator needs a secret that is not yours.', exitCode: 1 });
    expect(await owns('lou', KIM)).toBe(false);
  });

  it('a file that is not there - is named', async () => {
    await run('', ['operators', 'add', 'kim'], { variable: KIM });
    await expect(run('kim', ['list'], { ownFile: '/none/kim' })).rejects.toThrow(
      /^The file of the secret cannot be read: ENOENT.*kim/,
    );
  });

  it('a word that is no command of theirs - changes nothing, and gets the help', async () => {
    await run('', ['operators', 'add', 'kim'], { variable: KIM });
    await run('kim', ['operators', 'add', 'lou'], { variable: KIM }, LOU);
    expect(await run('kim', ['operators', 'delete', 'lou'], { variable: KIM })).toMatchObject({
      exitCode: 2,
    });
    expect(await owns('lou', LOU)).toBe(true);
  });

  it('typed by a pipe - one line for each question; without any line the command ends at once', async () => {
    await using database = await startTestDatabase();
    const secret = randomBytes(32).toString('base64');
    const program = async (args: string[], typed: string) => {
      const child = spawn(process.execPath, ['--import', 'tsx', 'services/src/safety-cli.ts', ...args], {
        cwd: path.resolve(import.meta.dirname, '../..'),
        env: {
          ...process.env,
          NODE_ENV: 'test',
          DATA_DIR: await folder,
          MONGODB_URI: database.uri,
          FLINT_SECRET: secret,
        },
      });
      let told = '';
      child.stderr.on('data', (part) => (told += String(part)));
      child.stdin.end(typed);
      const [code] = await once(child, 'close');
      return `${code} ${told.trim().split('\n').at(-1)}`;
    };
    expect(await program(['operators', 'add', 'kim'], `${KIM}\n`)).toMatch(/^0 /);
    expect(await program(['operators', 'add', 'lou', '--as', 'kim'], `${KIM}\n${LOU}\n`)).toMatch(/^0 /);
    const none = '2 No secret was typed: run this in a terminal, or name --secret-file.';
    expect(await program(['log', '--as', 'lou'], '')).toBe(none);
    expect(await program(['log', '--as', 'lou'], `${LOU}\n`)).toMatch(/^0 /);
    // no row is left that would hold a restore
    expect(await database.db.collection('processes').countDocuments()).toBe(0);
  });
});
