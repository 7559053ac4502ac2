import { fixedClock } from '@flint/services';
import { startTestDatabase, type TestDatabase } from '@flint/testing';
import { reports } from './resources/safety/report.model';
import { runSafety } from './safety-command';

const clock = fixedClock('2026-03-02T12:00:00Z');
let database: TestDatabase;
const run = (args: string[], options = {}) => runSafety({ db: database.db, clock }, args, options);

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function filed(offerId: string, reportType: 'no_show' | 'safety_concern'): Promise<string> {
  const report = await reports(database.db).create({
    offerId,
    reporterId: 'ben',
    reportedId: 'ann',
    reportType,
    description: 'What happened',
    evidence: { proposedDate: clock.now(), location: 'Library café', activity: 'Coffee', message: 'Hi' },
    decision: null,
    createdAt: clock.now(),
  });
  return report._id.toHexString();
}

describe('npm run safety', () => {
  it('with nothing reported - says so', async () => {
    expect(await run([])).toEqual({ text: 'No report waits for a decision.', exitCode: 0 });
  });

  it('list, show, decide, list - goes from waiting to decided once', async () => {
    const lighter = await filed('offer-1', 'no_show');
    const graver = await filed('offer-2', 'safety_concern');
    expect((await run(['list'])).text.split('\n').map((line) => line.slice(0, 24))).toEqual([
      graver,
      lighter,
    ]);
    const shown = (await run(['show', graver])).text;
    expect(shown).toMatch(/What happened/);
    expect(shown).toMatch(/Coffee, Library café/);
    const decided = await run(['decide', graver, 'upheld'], { note: 'spoke to both' });
    expect(decided.text).toMatch(/Decided .*: upheld\. spoke to both/);
    expect(await run(['decide', graver, 'dismissed'])).toEqual({
      text: 'Decided before: upheld.',
      exitCode: 1,
    });
    expect((await run([])).text).not.toContain(graver);
    expect((await run([], { all: true })).text).toContain(graver);
    expect((await run(['show', lighter])).text).toMatch(/1 upheld before/);
  });

  it.each([
    [['show', 'nonsense'], 1],
    [['decide', 'f'.repeat(24), 'upheld'], 1],
    [['decide', 'x', 'maybe'], 2],
    [['what'], 2],
  ])('with %j - stores nothing and exits %i', async (args, exitCode) =>
    expect((await run(args as string[])).exitCode).toBe(exitCode),
  );
});
