import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Variant } from './variants';

interface Json {
  readonly scripts?: object;
  readonly remote?: object;
  readonly screens?: readonly object[];
}

const edit = (file: string, change: (value: Json) => Json) =>
  writeFileSync(file, `${JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Json), null, 2)}\n`);

/** A remote in a folder outside this repository, with its own packages. */
export interface ElsewhereProject extends AsyncDisposable {
  readonly dir: string;
  readonly entryFile: string;
  /** Runs `flint-remote …` there; returns its output. Rejects with stderr. */
  flintRemote(...args: readonly string[]): Promise<string>;
  setVersion(version: string): void;
  /** Serves its releases at its origin until disposed. */
  serve(): Promise<void>;
}

/** Returns stdout; rejects with all output. */
async function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      cwd,
      // a team's environment has no test settings
      env: { ...process.env, NODE_ENV: undefined, JEST_WORKER_ID: undefined, ...env },
      shell: process.platform === 'win32' && command === 'npm',
      maxBuffer: 1 << 26,
    });
    return stdout;
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message}\n${stdout}${stderr}`, { cause: error });
  }
}

interface Options {
  readonly dir: string;
  readonly archives: string;
  readonly port: number;
  /** Installs the project's dependencies instead of npm. */
  readonly install?: (dir: string) => Promise<void>;
}

/** Creates the project of a variant, its packages and a signing key. */
export async function openProject(
  variant: Variant,
  { dir, archives, port, install }: Options,
): Promise<ElsewhereProject> {
  const { id, build } = variant;
  variant.write(dir, archives);
  const manifestFile = path.join(dir, 'package.json');
  const entryFile = path.join(dir, 'flint-remote.json');
  edit(manifestFile, (manifest) => ({
    ...manifest,
    scripts: { ...manifest.scripts, ...(build && { build }) },
    remote: { ...manifest.remote, id, port, screens: [id] },
  }));
  edit(entryFile, (entry) => ({
    ...entry,
    id,
    origin: `http://127.0.0.1:${port}`,
    screens: (entry.screens ?? []).map((screen) => ({ ...screen, id, route: `/${id}` })),
  }));
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await (install
    ? install(dir)
    : run('npm', [existsSync(path.join(dir, 'package-lock.json')) ? 'ci' : 'install', ...quiet], dir));
  const bin = path.join(dir, 'node_modules/@flint/remote-build/dist/cli.js');
  const env = { RELEASE_KEY: path.join(dir, '.flint/keys/team.json') };
  const flintRemote = (...args: readonly string[]) => run(process.execPath, [bin, ...args], dir, env);
  await flintRemote('keys', 'new', 'team');
  let stop = () => Promise.resolve();
  return {
    dir,
    entryFile,
    flintRemote,
    setVersion: (version) => edit(manifestFile, (manifest) => ({ ...manifest, version })),
    async serve() {
      const server = spawn(process.execPath, [bin, 'serve', String(port)], { cwd: dir });
      stop = () =>
        new Promise<void>((resolve) => {
          server.once('exit', () => resolve());
          server.kill();
        });
      await new Promise<void>((resolve, reject) => {
        server.stdout.once('data', () => resolve());
        server.stderr.once('data', (text: Buffer) => reject(new Error(text.toString())));
      });
    },
    [Symbol.asyncDispose]: () => stop(),
  };
}
