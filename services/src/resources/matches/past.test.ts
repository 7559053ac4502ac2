import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { WEEK_MS } from '@flint/contracts/time';
import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import type { RoundStudent } from '../../matching/round/index';
import { join } from '../offers/testing/campus';
import { everyMark } from '../safety/index';
import { pieces } from './match.model';
import { noPast, pastAfter, pastOf, writePast, type Past } from './past';
import type { Round } from './rounds';
import { placeName, writePieces } from './rows';
import { eachStudent } from './students';

const clock = fixedClock('2027-05-04T12:00:00Z');
const server = useTestServer({ clock });
const round = (key: string) => ({ key, day: '2027-03-02' }) as Round;
const hash = (n: number) => createHash('sha256').update(String(n)).digest('base64url');
const marks = Array.from({ length: 2_500 }, (_, n) => `gone:${hash(n)}`);
const pasts = new Map(marks.map((mark, n): [string, Past] => [mark, { ...noPast('2027-03-01'), rounds: n }]));

describe('the history of a campus', () => {
  it('in pieces - gives each student the own one from a single piece, whatever the others are', async () => {
    const [deps, key] = [server.deps, '2027-03-02.1'];
    await writePast(deps, key, pasts);
    const stored = await pieces(deps.db).find({ round: key }).lean();
    expect(stored).toHaveLength(3);
    const read = new Set<number>();
    for (const { _id } of stored) {
      const others = stored.filter((each) => each._id !== _id);
      for (const each of others)
        await pieces(deps.db).updateOne({ _id: each._id }, { bytes: Buffer.from('damaged') });
      for (const mark of marks.filter((_, n) => n % 50 === 0)) {
        const found = await pastOf(deps, round(key), mark).catch(() => undefined);
        if (found) expect(found).toEqual(pasts.get(mark));
        if (found) read.add(found.rounds);
      }
      for (const { _id: id, bytes } of others) await pieces(deps.db).updateOne({ _id: id }, { bytes });
    }
    expect(read.size).toBe(50);
    expect(await pastOf(deps, round(key), `gone:${hash(-1)}`)).toBeUndefined();
    const after = await pastAfter(deps, round(key));
    expect(new Map([...after].map(([mark, { rounds }]) => [mark, rounds]))).toEqual(
      new Map([...pasts].map(([mark, { rounds }]) => [mark, rounds])),
    );
  });

  it('in a numbered piece of the version before - is found', async () => {
    const key = '2027-03-02.2';
    const chunk = deflateRawSync(JSON.stringify([...pasts]));
    await writePieces(server.deps, key, 'past', [[placeName(0), chunk]]);
    for (const mark of marks.slice(0, 5))
      expect(await pastOf(server.deps, round(key), mark)).toEqual(pasts.get(mark));
  });

  it('of one student - is the standing in the next round, with the dates and the offers that wait', async () => {
    const ann = await join(server);
    const marks = await everyMark(server.deps);
    const mark = marks.get(ann.id)!;
    // away for months, but for an answer of today
    const known: Past = { rounds: 20, attention: 3.5, looks: 0.4, seen: '2027-01-01' };
    const last = new Date(clock.now().getTime() - 3 * WEEK_MS);
    const offers = {
      apart: [],
      waiting: new Map([[ann.id, 300]]),
      dates: new Map([[ann.id, { count: 2, last }]]),
    };
    const onDamaged = (error: unknown) => {
      throw error;
    };
    const next = new Map<string, Past>();
    const rows: RoundStudent[] = [];
    const all = { marks, pasts: new Map([[mark, known]]), offers, onDamaged };
    for await (const row of eachStudent(server.deps, all, next)) rows.push(row);
    const standing = { weeksPresent: 3, attention: 3.5, dates: 2, weeksSinceDate: 3, activity: 0.4 };
    expect(rows).toMatchObject([{ account: ann.id, standing: { ...standing, waiting: 255 } }]);
    expect(next.get(mark)).toMatchObject({ rounds: 21, seen: '2027-05-04' });
  });
});
