import { useTestServer } from '@flint/testing';
import { isShort } from '@flint/testing/long';
import fc from 'fast-check';
import { logAct, logFirstAct, readLog } from './operator-log';
import { logEnds, logRows } from './operator.model';

/** 10,000 and 1,000 in `npm run test:faults`. */
const READS = Number(process.env.FLINT_LOG_READS ?? (isShort ? 50 : 100));
const TAMPERINGS = Number(process.env.FLINT_LOG_TAMPERINGS ?? 50);
const ROWS = 8;

jest.setTimeout(600_000 + READS * 100 + TAMPERINGS * 200);

const server = useTestServer();
const act = (at: number) => logAct(server.deps, 'kim', `act ${at}`, 'report', at % 3 === 0 ? 'a reason' : '');
const problem = async () => (await readLog(server.deps)).problem;
const stores = () => [logRows(server.deps.db).collection, logEnds(server.deps.db).collection] as const;

async function empty(): Promise<void> {
  for (const store of stores()) await store.deleteMany({});
}

describe("the operators' log", () => {
  beforeEach(empty);

  it(`read ${READS} times beside writers - is never reported as changed, and holds every act once`, async () => {
    const reading = { isOver: false };
    const write = async (first: number) => {
      let count = 0;
      for (; !reading.isOver; count++) await act(first + count);
      return count;
    };
    const writers = [write(0), write(1_000_000)];
    const alarms: string[] = [];
    for (let reads = 0; reads < READS; reads++) {
      const found = await problem();
      if (found) alarms.push(found);
      // a short log is read more often at its end
      if (reads % 50 === 49) reading.isOver = true;
      if (reading.isOver) {
        const acts = (await Promise.all(writers.splice(0))).reduce((sum, each) => sum + each, 0);
        expect((await readLog(server.deps)).rows).toHaveLength(acts);
        await empty();
        reading.isOver = false;
        writers.push(write(0), write(1_000_000));
      }
    }
    reading.isOver = true;
    await Promise.all(writers);
    expect(alarms).toEqual([]);
  });

  it('of ten acts at once - gets a row each; of two first acts at once - one is first', async () => {
    const firsts = await Promise.all(['kim', 'lou'].map((name) => logFirstAct(server.deps, name, 'first')));
    expect(firsts.sort()).toEqual([false, true]);
    await Promise.all(Array.from({ length: 10 }, (_, at) => act(at)));
    const { rows, problem: found } = await readLog(server.deps);
    expect([rows.length, found]).toEqual([11, null]);
  });

  it(`tampered with in one of ${TAMPERINGS} ways - is reported, and an act afterwards does not cover it up`, async () => {
    for (let at = 0; at < ROWS; at++) await act(at);
    const [rows, ends] = stores();
    const [whole, [end]] = [await rows.find().sort({ _id: 1 }).toArray(), await ends.find().toArray()];
    const row = fc.integer({ min: 0, max: ROWS - 1 });
    const other = fc.integer({ min: 1, max: ROWS - 1 });
    const text = fc.string({ minLength: 1, maxLength: 20 });
    const changed = fc
      .record({ row, field: fc.constantFrom('operator', 'act', 'about', 'hash', 'reason'), text })
      .map(({ row: at, field, text: more }) => [
        whole.map((each, i) => (i === at ? { ...each, [field]: `${more}${each[field] ?? ''}` } : each)),
        end,
      ]);
    const moment = fc
      .record({ row, ms: fc.integer({ min: 1, max: 1e9 }) })
      .map(({ row: at, ms }) => [
        whole.map((each, i) => (i === at ? { ...each, at: new Date(each.at.getTime() + ms) } : each)),
        end,
      ]);
    const numbered = (list: typeof whole) => list.map((each, i) => ({ ...each, _id: i + 1 }));
    const removed = fc.record({ row, isClosed: fc.boolean() }).map(({ row: at, isClosed }) => {
      const left = whole.filter((_, i) => i !== at);
      return [isClosed ? numbered(left) : left, end];
    });
    const reordered = fc.record({ row, by: other }).map(({ row: at, by }) => {
      const list = [...whole];
      const to = (at + by) % ROWS;
      [list[at], list[to]] = [list[to]!, list[at]!];
      return [numbered(list), end];
    });
    const added = fc
      .record({ row, copied: row, end: fc.boolean() })
      .map(({ row: at, copied, end: isLast }) => [
        numbered(whole.toSpliced(isLast ? ROWS : at, 0, whole[copied]!)),
        end,
      ]);
    const cut = fc
      .record({ left: row, hasEnd: fc.boolean(), isMoved: fc.boolean() })
      .filter(({ left, hasEnd }) => left > 0 || hasEnd)
      .map(({ left, hasEnd, isMoved }) => [
        whole.slice(0, left),
        hasEnd ? { ...end, ...(isMoved && { row: left }) } : undefined,
      ]);
    const ended = fc
      .record({ row: fc.integer({ min: 0, max: 1_000 }), text })
      .map(({ row: at, text: hash }) => [whole, at === ROWS ? { ...end, hash } : { ...end, row: at }]);
    const any = fc.oneof(changed, moment, removed, reordered, added, cut, ended);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(any, async ([list, marker]) => {
        await empty();
        if ((list as typeof whole).length > 0) await rows.insertMany(list as never);
        if (marker) await ends.insertOne(marker as never);
        expect(await problem()).not.toBeNull();
        await act(ROWS);
        expect(await problem()).not.toBeNull();
        found += 1;
      }),
      { numRuns: TAMPERINGS },
    );
    expect(found).toBe(TAMPERINGS);
  });
});
