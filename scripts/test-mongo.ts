import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY } from './compose/remotes';
import type { Call } from './flint/read';
import { runTests } from './setup/run-tests.mjs';

interface Server {
  readonly uri: string;
  readonly stop: () => Promise<void>;
}

/** The server of MONGODB_URI, else the embedded one, as a separate process on a temporary folder. */
async function openServer(): Promise<Server> {
  const given = process.env.MONGODB_URI;
  if (given) return { uri: given, stop: () => Promise.resolve() };
  const folder = await mkdtemp(path.join(tmpdir(), 'test-mongo-'));
  const cli = path.join(REPOSITORY, 'packages/embedded-mongo/src/cli.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', cli, 'serve', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error('The embedded database did not start.'))),
  ])) as [Buffer];
  return {
    uri: line.toString().trim(),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `npm run test:mongo [-- test files]`: the API's tests and the conformance checks, over the wire, on one MongoDB. */
export async function main({ positionals: given }: Call): Promise<number> {
  const { uri, stop } = await openServer();
  const files = given.length > 0 ? given : ['services/src/', 'packages/embedded-mongo/conformance/'];
  const jest = ['--selectProjects', 'node', '--maxWorkers=2', '--testTimeout=240000', '--', ...files];
  return runTests(jest, { env: { MONGODB_URI: uri } }).finally(stop);
}
