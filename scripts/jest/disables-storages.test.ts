import { execFileSync } from 'node:child_process';

/** Two test files one after the other in a process of their own, with a stand-in for Jest's environment. */
const SCRIPT = `
const { AsyncLocalStorage } = require('node:async_hooks');
const { disablesStorages } = require('./disables-storages.cjs');
const storage = new AsyncLocalStorage();
const Environment = disablesStorages(class { async teardown() {} });
(async () => {
  let late;
  const seen = [storage.getStore()];
  await storage.run('outer', async () => {
    await storage.run('inner', async () => seen.push(storage.getStore()));
    seen.push(storage.getStore());
    late = storage.constructor.bind(() => storage.getStore());
  });
  const before = late();
  await new Environment().teardown();
  storage.enterWith('next file');
  seen.push(storage.getStore());
  console.log(JSON.stringify({ seen, before, after: late() ?? 'nothing' }));
})();`;

describe('the environment of test files', () => {
  it('values of storages - when a test file ends - are dropped; until then and in the next file, storages work', () => {
    const output = execFileSync(process.execPath, ['-e', SCRIPT], { cwd: __dirname, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({
      seen: [null, 'inner', 'outer', 'next file'],
      before: 'outer',
      after: 'nothing',
    });
  });
});
