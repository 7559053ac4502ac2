import { startDatabaseProgram } from '@flint/testing/program';
import type { Call } from './flint/read';
import { runTests } from './setup/run-tests.mjs';

/** `npm run test:mongo [-- test files]`: the API's tests and the conformance checks, over the wire, on the server of MONGODB_URI, else an embedded one. */
export async function main({ positionals: given }: Call): Promise<number> {
  const uri = process.env.MONGODB_URI;
  const server = uri ? { uri, stop: () => Promise.resolve() } : await startDatabaseProgram();
  const files = given.length > 0 ? given : ['services/src/', 'packages/embedded-mongo/conformance/'];
  // one worker: the fail points of one file (failCommand) count for every client of the server
  const jest = ['--selectProjects', 'node', '--maxWorkers=1', '--testTimeout=240000', '--', ...files];
  return runTests(jest, { env: { MONGODB_URI: server.uri } }).finally(server.stop);
}
