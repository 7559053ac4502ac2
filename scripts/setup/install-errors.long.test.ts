import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const STAMP = 'node_modules/.flint-installed';

/** A clone that holds the scripts before an install, needs one package, and finds `npm` on its own PATH. */
function clone(npm: string, name = 'flint-') {
  const root = mkdtempSync(path.join(tmpdir(), name));
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text, { mode: 0o755 });
  };
  for (const file of [
    'flint.mjs',
    'flint/commands.mjs',
    ...['check-node', 'ensure-installed', 'leaving', 'run-tests', 'step'].map((each) => `setup/${each}.mjs`),
  ])
    put(`scripts/${file}`, readFileSync(path.join(__dirname, '..', file), 'utf8'));
  const verbs = 'packages/remote-build/src/cli/verbs.mjs';
  put(verbs, readFileSync(path.join(__dirname, '../..', verbs), 'utf8'));
  put('package.json', '{"type":"module","dependencies":{"needed":"1.0.0"}}');
  const needed = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
  put(
    'package-lock.json',
    JSON.stringify({
      lockfileVersion: 3,
      packages: { '': { dependencies: { needed: '1.0.0' } }, 'node_modules/needed': needed },
    }),
  );
  put('bin/npm', `#!/bin/sh\n${npm}\n`);
  return root;
}

function start(root: string, env: NodeJS.ProcessEnv = { PATH: `${root}/bin:${process.env['PATH']}` }) {
  const child = spawn(process.execPath, ['scripts/flint.mjs', 'run', 'start'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
  return { child, ended };
}

const failing = (text: string) => `printf '%s\\n' "${text}" >&2; exit 1`;
/** Installs a tsx that runs this instead. */
const installs = (code: string) =>
  `mkdir -p node_modules/tsx; cd node_modules/tsx; echo '{"type":"module","exports":"./x.js"}' > package.json; echo "${code}" > x.js`;
const lastLine = (output: string) => output.trim().split('\n').at(-1);

describe('npm start - before its packages are installed', () => {
  it.each([
    ['no network', 'npm error code ENOTFOUND', 'the npm registry cannot be reached. Check the connection'],
    ['a full disk', 'npm error code ENOSPC', 'the disk is full. Free 1 GB'],
    ['a read-only clone', 'npm error code EROFS', 'read-only. Clone Flint into a folder of your own'],
    [
      'a changed package.json',
      'npm error code EUSAGE',
      'does not fit the package.json files. Run npm install',
    ],
    ['an unknown failure', 'npm error code E999\nnpm error odd thing', 'odd thing. Run npm install'],
  ])(
    '%s - is one sentence and how to go on, and installs again the next time',
    async (_name, said, sentence) => {
      const root = clone(failing(said));
      const { code, output } = await start(root).ended;
      expect(code).toBe(1);
      expect(lastLine(output)).toContain('Flint could not install its packages: ');
      expect(lastLine(output)).toContain(sentence);
      expect(output).not.toMatch(/^ {4}at /m);
      expect(existsSync(path.join(root, STAMP))).toBe(false);
    },
  );

  it('no network - with the real npm - is the same sentence', async () => {
    const root = clone('');
    const { output } = await start(root, {
      npm_config_registry: 'http://127.0.0.1:1/',
      npm_config_cache: path.join(root, 'cache'),
    }).ended;
    expect(lastLine(output)).toContain('the npm registry cannot be reached');
  });

  it('packages that were removed after the install - are named, and installed the next time', async () => {
    const root = clone(installs("import 'absent'"));
    const { code, output } = await start(root).ended;
    expect(code).toBe(1);
    expect(lastLine(output)).toMatch(/packages are incomplete \(.*absent.*\)\. Run the command again/);
    expect(existsSync(path.join(root, STAMP))).toBe(false);
  });

  it('a folder with spaces and accents - installs and starts in it', async () => {
    const root = clone(installs("console.log('started'); process.exit(0)"), 'flint à côté ');
    expect(lastLine((await start(root).ended).output)).toBe('started');
    expect(existsSync(path.join(root, STAMP))).toBe(true);
  });

  it('a signal - ends npm as well', async () => {
    const root = clone('echo $$ > pid; exec sleep 100');
    const { child, ended } = start(root);
    const file = path.join(root, 'pid');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 20));
    const npm = Number(readFileSync(file, 'utf8'));
    child.kill('SIGTERM');
    expect((await ended).code).toBe(1);
    expect(() => process.kill(npm, 0)).toThrow();
  });
});
