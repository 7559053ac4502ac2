import { spawn } from 'node:child_process';

/** Runs a TypeScript file in a child process, passes signals on, and ends with its exit code. */
export function runWithTsx(file, args, root) {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Ctrl-C also reaches the child (same process group); the handler keeps this process alive until the child ends
    process.on(signal, () => signal === 'SIGINT' || child.kill(signal));
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
