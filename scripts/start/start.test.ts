import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@flint/testing/free-port';

const ROOT = path.resolve(__dirname, '../..');

interface Started {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
  until(text: string): Promise<void>;
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'development', ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return {
    process: child,
    output: () => output,
    exit,
    async until(text) {
      let ended = false;
      void exit.then(() => (ended = true));
      while (!output.includes(text)) {
        if (ended) throw new Error(`ended before '${text}':\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

describe('npm start', () => {
  const dataDir = () => mkdtemp(path.join(tmpdir(), 'flint-start-'));

  it('on an empty folder - starts everything, says where to go, refuses a second one, and stops on Ctrl-C', async () => {
    const PORT = String(await freePort());
    const DATA_DIR = await dataDir();
    const flint = start({ PORT, DATA_DIR });
    await flint.until('Ctrl-C');
    for (const line of [
      'build …',
      'database …',
      'remote offers …',
      `http://127.0.0.1:${PORT}`,
      '/outbox',
      'ready@campus.edu',
    ]) {
      expect(flint.output()).toContain(line);
    }
    expect((await fetch(`http://127.0.0.1:${PORT}/api/v1/config`)).status).toBe(200);

    const sameFolder = start({ PORT: String(await freePort()), DATA_DIR });
    expect(await sameFolder.exit).toBe(1);
    expect(sameFolder.output()).toMatch(/already in use by process \d+/);

    const samePort = start({ PORT, DATA_DIR: await dataDir() });
    expect(await samePort.exit).toBe(1);
    expect(samePort.output()).toMatch(/Port \d+.* is in use/);

    flint.process.kill('SIGINT');
    expect(await flint.exit).toBe(0);
    await expect(fetch(`http://127.0.0.1:${PORT}/`)).rejects.toThrow();
  }, 120_000);

  it('with a wrong setting - says which in one line and exits with 78', async () => {
    const flint = start({ PORT: 'many', DATA_DIR: await dataDir() });
    expect(await flint.exit).toBe(78);
    expect(flint.output()).toMatch(/^ {2}PORT: /m);
  });

  it('for several universities, as an older version - says what to run instead and exits with 78', async () => {
    const flint = start({ TENANTS_FILE: 'universities.json', DATA_DIR: await dataDir() });
    expect(await flint.exit).toBe(78);
    expect(flint.output()).toContain('npm run universities');
  });
});
