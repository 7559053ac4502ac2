import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { words } from '@flint/contracts/questions/words';
import { FRAME, population, snapshotOf } from '../testing/campus';
import { attentionAt, decodeList, encodeList, frameOf, Snapshot } from './index';
import { hashOf } from './snapshot';

describe('a snapshot', () => {
  const students = population(51, 60);

  it('in chunks of any size and order - is read back unchanged', async () => {
    const snapshot = await snapshotOf(students);
    const chunks = snapshot.toChunks(1000);
    expect(chunks.length).toBeGreaterThan(5);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(1000);
    const again = Snapshot.fromChunks(chunks.toReversed());
    expect([again.size, again.frame, [...again.ids]]).toEqual([60, FRAME, students.map(({ id }) => id)]);
    expect(again.toChunks()).toEqual(snapshot.toChunks());
  });

  it('of nobody - is one chunk', async () => {
    const chunks = (await snapshotOf([])).toChunks();
    expect(chunks).toHaveLength(1);
    expect(Snapshot.fromChunks(chunks).size).toBe(0);
  });

  it('with a student twice - keeps the first', async () => {
    const [one] = students;
    expect((await snapshotOf([one!, { ...one!, answers: {} }])).toChunks()).toEqual(
      (await snapshotOf([one!])).toChunks(),
    );
  });

  it('of another day - is not merged', async () => {
    const [today, other] = [await snapshotOf(students), await Snapshot.pack(frameOf(new Date(0), 'UTC'), [])];
    expect(() => today.with(other)).toThrow('The snapshots are not of one round.');
  });

  it('of a questionnaire in other words - is read; with other ids or values - is not', () => {
    const [first, ...others] = QUESTIONS;
    const hash = hashOf(QUESTIONS);
    const help = words('Another help', 'Une autre aide');
    expect(hashOf([{ ...first!, title: words('Another title', 'Un autre titre'), help }, ...others])).toBe(
      hash,
    );
    expect(hashOf([{ ...first!, id: 'another' }, ...others])).not.toBe(hash);
    const change = (value: string) => (value === 'regularly' ? 'often' : value);
    const renamed = JSON.parse(JSON.stringify(QUESTIONS), (key, value) =>
      key === 'value' ? change(value) : value,
    );
    expect(hashOf(renamed)).not.toBe(hash);
  });

  describe('from chunks', () => {
    const damaged = async (change: (chunks: Buffer[]) => Buffer[]) => {
      const chunks = change((await snapshotOf(students)).toChunks(2000));
      return () => Snapshot.fromChunks(chunks);
    };
    it.each<[string, (chunks: Buffer[]) => Buffer[], string]>([
      ['with one bit flipped', (c) => ((c[1]![500]! ^= 4), c), 'its checksum differs'],
      ['with a changed checksum', (c) => ((c[1]![20]! ^= 4), c), 'its checksum differs'],
      ['without the last', (c) => c.slice(0, -1), 'are missing'],
      ['without any', () => [], 'are missing'],
      ['with one twice', (c) => [c[0]!, ...c], 'are missing'],
      ['cut short', (c) => [c[0]!.subarray(0, 20), ...c.slice(1)], 'is damaged'],
      ['of something else', (c) => (c[0]!.write('JUNK'), c), 'is damaged'],
      ['of a later version', (c) => (c[0]!.writeUInt16LE(9, 4), c), 'has version 9, but this program reads'],
    ])('%s - is refused in one sentence', async (_what, change, sentence) => {
      expect(await damaged(change)).toThrow(sentence);
    });

    it('of two snapshots - is refused', async () => {
      const [a, b] = [await snapshotOf(students), await snapshotOf(students.slice(1).concat(students[0]!))];
      expect(() => Snapshot.fromChunks([a.toChunks(2000)[0]!, ...b.toChunks(2000).slice(1)])).toThrow(
        'differs',
      );
    });
  });
});

describe('a list as bytes', () => {
  it('damaged or of another version - is refused in one sentence', () => {
    const { bytes } = encodeList({ id: 'a', shown: [], reserve: [], few: null });
    expect(decodeList(bytes)).toEqual({ id: 'a', shown: [], reserve: [], few: null });
    expect(() => decodeList(bytes.subarray(0, 5))).toThrow('The list is damaged.');
    expect(() => decodeList(Uint8Array.of(7, ...bytes.subarray(1)))).toThrow('of a version');
  });
});

describe('the attention of a look', () => {
  it('over the places of a list - is highest at the first and sums to one look', () => {
    const places = Array.from({ length: 20 }, (_, place) => attentionAt(place));
    expect(places.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1);
    expect([places[0]! > 0.2, places[19]! < 0.03]).toEqual([true, true]);
  });
});

describe('the frame of a round', () => {
  it.each([
    ['a minute before midnight', '2026-11-22T04:59:00Z', '2026-11-21', '2026-11-22T05:00:00.000Z'],
    ['at midnight', '2026-11-22T05:00:00Z', '2026-11-22', '2026-11-22T05:00:00.000Z'],
    [
      'after midnight in UTC, before it in Toronto',
      '2026-11-22T02:18:00Z',
      '2026-11-21',
      '2026-11-22T03:00:00.000Z',
    ],
    ['when clocks go forward', '2026-03-08T06:59:30Z', '2026-03-08', '2026-03-08T07:00:00.000Z'],
    // the repeated hour counts once
    ['when clocks go back', '2026-11-01T05:30:00Z', '2026-11-01', '2026-11-01T07:00:00.000Z'],
  ])('%s - has the date and the next hour of the university', (_when, now, day, start) => {
    const frame = frameOf(new Date(now), 'America/Toronto');
    expect([frame.day, new Date(frame.windowStart).toISOString()]).toEqual([day, start]);
  });
});
