import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createRemote, type Toolchain } from 'create-flint-remote';

const edit = (file: string, changes: object) =>
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...changes }));

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
  readonly id: string;
  readonly dir: string;
  /** The address of the registry of Flint's packages. */
  readonly packages: string;
  readonly port: number;
  /** Installs the project's dependencies instead of npm. */
  readonly install?: (dir: string) => Promise<void>;
}

/** Creates a remote in a folder outside this repository, with its own packages and a signing key. */
export async function openProject(toolchain: Toolchain, { id, dir, packages, port, install }: Options) {
  createRemote(id, dir, { toolchain, packages });
  const entryFile = path.join(dir, 'flint-remote.json');
  edit(entryFile, { origin: `http://127.0.0.1:${port}` });
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await (install ? install(dir) : run('npm', ['install', ...quiet], dir));
  const bin = path.join(dir, 'node_modules/@flint/remote-build/dist/cli.js');
  const env = { RELEASE_KEY: path.join(dir, '.flint/keys/team.json') };
  /** Runs `flint-remote …` there; returns its output. Rejects with stderr. */
  const flintRemote = (...args: readonly string[]) => run(process.execPath, [bin, ...args], dir, env);
  await flintRemote('keys', 'new', 'team');
  let stop = () => Promise.resolve();
  return {
    entryFile,
    flintRemote,
    setVersion: (version: string) => edit(path.join(dir, 'package.json'), { version }),
    /** Serves its releases at its origin until disposed. */
    async serve() {
      const server = spawn(process.execPath, [bin, 'serve'], { cwd: dir });
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
