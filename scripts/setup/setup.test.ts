import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, lstatSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const run = (code: string, env: Readonly<Record<string, string>> = {}) => {
  try {
    return {
      status: 0,
      text: execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        cwd: __dirname,
        encoding: 'utf8',
        env: { ...process.env, ...env },
        stdio: 'pipe',
      }),
    };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    return { status, text: stderr };
  }
};
const at = (file: string) => JSON.stringify(path.join(__dirname, file));

describe('setting up', () => {
  it.each(['18.20.0', '20.18.3'])('Node %s - is refused in one sentence', (version) => {
    const { status, text } = run(
      `const { checkNode } = await import(${at('check-node.mjs')}); checkNode('${version}')`,
    );
    expect(status).toBe(1);
    expect(text).toBe(`Flint needs Node 20.19 or newer; this is Node ${version}. See .nvmrc.\n`);
  });

  it.each(['20.19.0', '22.1.0', '24.0.0'])('Node %s - is accepted', (version) => {
    expect(
      run(`const { checkNode } = await import(${at('check-node.mjs')}); checkNode('${version}')`).status,
    ).toBe(0);
  });

  it.each([
    ["import 'no-such-package'", true],
    ["import 'half/whole.js'", true],
    ["require('half')", true],
    ["import './mistyped.js'", false],
    ["require('./mistyped')", false],
  ])('%s, which fails - is the fault of a package: %s', (line, expected) => {
    const root = mkdtempSync(path.join(tmpdir(), 'flint-setup-'));
    mkdirSync(path.join(root, 'node_modules/half'), { recursive: true });
    writeFileSync(path.join(root, 'node_modules/half/index.js'), "require('./gone')");
    const head =
      "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)";
    writeFileSync(path.join(root, 'file.mjs'), `${head};${line}`);
    const code = `const { isOfPackage } = await import(${at('ensure-installed.mjs')});
      console.log(isOfPackage(await import(${JSON.stringify(path.join(root, 'file.mjs'))}).catch((error) => error)));`;
    expect(run(code).text.trim()).toBe(String(expected));
  });

  it('tests - with a temporary folder that takes nothing - are not started, for a reason in one sentence', () => {
    const { status, text } = run(
      `const { runTests } = await import(${at('run-tests.mjs')}); process.exit(await runTests(['--version']))`,
      { TMPDIR: path.join(__dirname, 'run-tests.mjs') },
    );
    expect(status).toBe(1);
    expect(text).toMatch(/^The tests cannot write to \S+ \(\w+\): free some space there, or name .*\n$/);
  });

  it('tests - where NODE_ENV is production - run as tests', () => {
    const { text } = run(
      `const { runTests } = await import(${at('run-tests.mjs')}); await runTests(['--version'])`,
      {
        NODE_ENV: 'production',
        NODE_OPTIONS: '--import=data:text/javascript,console.log(process.env.NODE_ENV)',
      },
    );
    expect(text).toMatch(/^production\ntest\n/);
  });

  it('a lockfile made behind a partial registry - gets the platform packages that npm omitted, marked optional', () => {
    const code = `
      const { completeLockfile } = await import(${at('complete-lockfile.mjs')});
      const packages = { 'node_modules/tool': { version: '1.0.0', dev: true, optionalDependencies: { '@tool/darwin-arm64': '1.0.0', '@tool/linux-x64': '1.0.0', 'nice-extra': '^1.0.0' } }, 'node_modules/@tool/linux-x64': { version: '1.0.0' } };
      console.log(completeLockfile(packages), JSON.stringify(packages['node_modules/@tool/darwin-arm64']));`;
    expect(run(code).text.trim()).toBe(
      '1 {"version":"1.0.0","cpu":["arm64"],"dev":true,"optional":true,"os":["darwin"]}',
    );
  });

  it('a start, then a test - installs what runs, then what is missing, then nothing', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'flint-setup-'));
    const write = (file: string, content: object) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), JSON.stringify(content));
    };
    const needs = { dependencies: { server: 'file:server' }, devDependencies: { browser: 'file:browser' } };
    write('package.json', { name: 'root', version: '1.0.0', ...needs });
    for (const name of ['server', 'browser']) write(`${name}/package.json`, { name, version: '1.0.0' });
    execFileSync('npm', ['install', '--package-lock-only', '--offline'], { cwd: root, stdio: 'pipe' });
    const lockfile = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
    const install = (options: string, env = {}) =>
      run(
        `const { ensureInstalled } = await import(${at('ensure-installed.mjs')});
        console.log(await ensureInstalled(${JSON.stringify(root)}, { ${options} out: { write: () => true } }));`,
        env,
      ).text.trim();
    const installed = () =>
      readdirSync(path.join(root, 'node_modules')).filter((name) => !name.startsWith('.'));

    expect(install('toRun: true,')).toBe('true');
    expect(installed()).toEqual(['server']);
    expect(install('toRun: true,')).toBe('false');
    const running = lstatSync(path.join(root, 'node_modules/server')).ino;
    expect(install('')).toBe('true');
    expect(installed()).toEqual(['browser', 'server']);
    expect(lstatSync(path.join(root, 'node_modules/server')).ino).toBe(running);
    expect(install('')).toBe('false');
    expect(install('toRun: true,')).toBe('false');
    // as an older version left it behind a NODE_ENV of production
    rmSync(path.join(root, 'node_modules/browser'));
    expect(install('toRun: true,')).toBe('false');
    expect(install('', { NODE_ENV: 'production' })).toBe('true');
    expect(installed()).toEqual(['browser', 'server']);
    rmSync(path.join(root, 'node_modules'), { recursive: true });
    expect(install('', { NODE_ENV: 'production' })).toBe('true');
    expect(installed()).toEqual(['browser', 'server']);
    expect(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).toBe(lockfile);
    rmSync(root, { recursive: true });
  });
});
