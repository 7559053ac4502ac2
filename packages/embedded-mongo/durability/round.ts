import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { verify, type Findings } from './verify';
import { startWriters, type Ledger } from './writers';

/** Starts the server on the folder, runs eight writers for a while, kills it with -9 and verifies the folder. */
export async function killRound(
  server: string,
  folder: string,
  ledger: Ledger,
  milliseconds: number,
): Promise<Findings> {
  const child = spawn(process.execPath, ['--import', 'tsx', server, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error('the server did not start'))),
  ])) as [Buffer];
  const writers = await startWriters(line.toString().trim(), ledger);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill('SIGKILL');
  await exited;
  await writers.stop();
  return verify(folder, ledger);
}
