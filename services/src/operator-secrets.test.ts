import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useTestServer } from '@flint/testing';
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
});
