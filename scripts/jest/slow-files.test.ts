import path from 'node:path';

interface Test {
  readonly path: string;
}
interface Reporter {
  onTestFileStart(test: Test): void;
  onTestFileResult(test: Test, result: { readonly perfStats: { readonly runtime: number } }): void;
  getLastError(): Error | undefined;
}
const SlowFiles = require('./slow-files.cjs') as new (
  config: object,
  options: { readonly crowdNow: () => number },
) => Reporter;

const ROOT = path.resolve(__dirname, '../..');

/** What a run says in which that file took so many seconds, while so many programs wanted each core at its start and its end. */
function saidAbout(file: string, seconds: number, crowds: readonly number[]) {
  const left = [...crowds];
  const reporter = new SlowFiles({}, { crowdNow: () => left.shift()! });
  const test = { path: path.join(ROOT, file) };
  reporter.onTestFileStart(test);
  reporter.onTestFileResult(test, { perfStats: { runtime: seconds * 1000 } });
  return reporter.getLastError()?.message ?? null;
}

describe('the time of a test file', () => {
  it.each([
    ['shell/a.test.ts', 120, [1, 1], false],
    ['shell/a.test.ts', 121, [1, 1], true],
    ['shell/a.test.ts', 360, [3, 1], false],
    ['shell/a.test.ts', 360, [1, 3], false],
    ['shell/a.test.ts', 364, [2, 3], true],
    ['acceptance/meeting.acceptance.test.ts', 400, [1, 1], false],
  ])('%s, %i s, with %j programs for each core - fails the run: %j', (file, seconds, crowds, fails) => {
    const said = saidAbout(file, seconds, crowds);
    if (fails) expect(said).toMatch(`${file}, 121`);
    else expect(said).toBeNull();
  });
});
