import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A child process of the benchmark, and its first message. */
export interface Child<Ready> {
  readonly child: ChildProcess;
  readonly ready: Ready;
}

/** Starts a script of this folder and waits for its first message. Throws if it ends before that. */
export async function startChild<Ready>(script: string, args: readonly string[] = []): Promise<Child<Ready>> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(file, args, { execArgv: ['--import', 'tsx'] });
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`))),
  ])) as [Ready];
  return { child, ready };
}

export async function stopChild(child: ChildProcess): Promise<void> {
  child.send('stop');
  await once(child, 'exit');
}

/** Processor time since the previous call, in microseconds. */
export async function cpuSinceMark(child: ChildProcess): Promise<number> {
  child.send('mark');
  const [{ cpuMicroseconds }] = (await once(child, 'message')) as [{ cpuMicroseconds: number }];
  return cpuMicroseconds;
}
