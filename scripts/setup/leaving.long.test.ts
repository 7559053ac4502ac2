import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@flint/testing/free-port';
import { REPOSITORY } from '../compose/remotes';

const { scripts } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};

/** What a program does before it ends. */
const STOPS = {
  clean: `leaveBy(async () => console.log('stopped'))`,
  endless: 'leaveBy(() => new Promise(() => undefined))',
  'not yet open': '',
} as const;

interface Pids {
  readonly npm: number;
  readonly program: number;
}

/** A server started by the same line of package.json as Flint. */
async function startByNpm(stop: keyof typeof STOPS) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flint-leaving-'));
  const port = await freePort();
  const start = scripts.start.replaceAll('scripts/', '');
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
  writeFileSync(
    path.join(folder, 'flint.mjs'),
    `import { createServer } from 'node:http';
     import { leaveBy, watchLeaving } from ${JSON.stringify(path.join(__dirname, 'leaving.mjs'))};
     watchLeaving();
     createServer().listen(${port}, '127.0.0.1', () => {
       ${STOPS[stop]};
       console.log('open ' + process.pid);
     });`,
  );
  // a session of its own, as a terminal has one
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const opened = new Promise<number>((resolve) => {
    npm.stdout.on('data', (chunk) => {
      output += String(chunk);
      const pid = /open (\d+)/.exec(output)?.[1];
      if (pid) resolve(Number(pid));
    });
  });
  const over = once(npm.stdout, 'close');
  return { npm: npm.pid!, program: await opened, port, over, output: () => output };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('leaving', () => {
  it.each([
    ['SIGTERM to npm', 'clean', 'SIGTERM', ({ npm }: Pids) => npm],
    ['SIGINT to npm', 'clean', 'SIGINT', ({ npm }: Pids) => npm],
    ['SIGHUP to npm', 'clean', 'SIGHUP', ({ npm }: Pids) => npm],
    ['kill -9 of npm', 'clean', 'SIGKILL', ({ npm }: Pids) => npm],
    ['SIGTERM to the script', 'endless', 'SIGTERM', ({ program }: Pids) => program],
    ['SIGTERM to the script', 'not yet open', 'SIGTERM', ({ program }: Pids) => program],
    ['a closed terminal', 'clean', 'SIGHUP', ({ npm }: Pids) => -npm],
    ['Ctrl-C in a terminal', 'clean', 'SIGINT', ({ npm }: Pids) => -npm],
  ] as const)('%s - %s - ends every process and frees the port', async (_name, stop, signal, whom) => {
    const { over, output, ...pids } = await startByNpm(stop);
    process.kill(whom(pids), signal);
    // both processes hold the pipe: it closes when the last of them has ended
    await over;
    while (isAlive(pids.npm) || isAlive(pids.program))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(fetch(`http://127.0.0.1:${pids.port}/`)).rejects.toThrow();
    expect(output().includes('stopped')).toBe(stop === 'clean');
  });
});
