import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { useTestServer } from '@flint/testing';
import { pieces } from './match.model';
import { noPast, pastAfter, pastOf, writePast, type Past } from './past';
import type { Round } from './rounds';
import { placeName, writePieces } from './rows';

const server = useTestServer();
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
});
