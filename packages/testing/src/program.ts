import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '@flint/scripts/compose/remotes';

/** A running program of this repository. */
export interface Program {
  readonly child: ChildProcess;
  /** Everything printed so far, errors too. */
  readonly output: () => string;
  /** The exit code; null after a signal. */
  readonly exit: Promise<number | null>;
  /** Waits for the text, and returns what matches. Throws with the output if the program ends before. */
  said(what: string | RegExp): Promise<string>;
  /** Ends it by a signal (default SIGKILL) and waits. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a TypeScript file with its arguments, from the root of the repository, by this Node or the one named. */
export function startProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  node = process.execPath,
): Program {
  const child = spawn(node, ['--import', 'tsx', ...args], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isOver = false;
  const heard = new EventEmitter().setMaxListeners(0);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
      heard.emit('news');
    });
  const exit = once(child, 'close').then(([code]) => {
    isOver = true;
    heard.emit('news');
    return code as number | null;
  });
  return {
    child,
    output: () => output,
    exit,
    async said(what) {
      const find = () => (typeof what === 'string' ? output.includes(what) && what : what.exec(output)?.[0]);
      while (!find()) {
        if (isOver) throw new Error(`${args[0]} ended before '${what}':\n${output}`);
        await once(heard, 'news');
      }
      return find() || '';
    },
    end(signal = 'SIGKILL') {
      child.kill(signal);
      return exit;
    },
  };
}

/** The embedded database as a process of its own, on a temporary folder. Throws if it does not start. */
export async function startDatabaseProgram(): Promise<{ uri: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flint-database-'));
  const program = startProgram(['packages/embedded-mongo/src/cli.ts', 'serve', '--data', folder]);
  return {
    uri: await program.said(/mongodb:\S+/),
    async stop() {
      await program.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
