import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../..');

describe('npm run test:mutation', () => {
  it.each([
    ['stryker.config.mjs', 'services/src/matching/order.ts'],
    ['stryker.loader.config.mjs', 'shell/src/remotes/check.ts'],
  ])('%s - before the first mutant of %s - runs the tests of it', async (config, source) => {
    const stryker = path.join(ROOT, 'node_modules/.bin/stryker');
    const { stdout } = await promisify(execFile)(
      stryker,
      ['run', config, '--dryRunOnly', '--concurrency', '1', '--mutate', source],
      { cwd: ROOT },
    );
    const [, tests] = /Initial test run succeeded\. Ran (\d+) tests/.exec(stdout) ?? [];
    expect(Number(tests)).toBeGreaterThan(2);
  });
});
