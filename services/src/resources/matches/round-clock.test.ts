import { fixedClock } from '@flint/services';
import { startTestServer, type TestStudent } from '@flint/testing';
import { enrol, newRound } from '../offers/testing/campus';
import type { Deps } from '../resource';
import { clearStudents } from '../testing/clear';
import { nextRoundAt, roundDay } from './rounds';

const namesOf = async (student: TestStudent): Promise<string[]> =>
  (await student.call('GET /matches')).body.items.map(({ name }: { name: string }) => name);

describe('the clock of rounds', () => {
  // midnight in Toronto, midnight in UTC, four in the morning, and both clock changes in Toronto
  it.each([
    ['2027-06-10T03:59:59Z', '2027-06-09', '2027-06-10T08:00:00.000Z'],
    ['2027-06-10T04:00:01Z', '2027-06-09', '2027-06-10T08:00:00.000Z'],
    ['2027-06-10T00:00:01Z', '2027-06-09', '2027-06-10T08:00:00.000Z'],
    ['2027-06-10T08:00:00Z', '2027-06-10', '2027-06-11T08:00:00.000Z'],
    ['2027-03-14T06:59:00Z', '2027-03-13', '2027-03-14T08:00:00.000Z'],
    ['2027-03-14T08:00:00Z', '2027-03-14', '2027-03-15T08:00:00.000Z'],
    ['2027-11-07T05:30:00Z', '2027-11-06', '2027-11-07T09:00:00.000Z'],
    ['2027-11-07T06:30:00Z', '2027-11-06', '2027-11-07T09:00:00.000Z'],
  ])('at %s - the round of %s counts, the next is made at %s', (now, day, next) => {
    const deps = { clock: fixedClock(now), env: { UNIVERSITY_TIMEZONE: 'America/Toronto' } as Deps['env'] };
    expect([roundDay(deps), nextRoundAt(deps).toISOString()]).toEqual([day, next]);
  });

  it('at midnights, clock changes and the hour twice in the night - two who join see each other, and a round is made with both', async () => {
    const clock = fixedClock('2027-03-01T12:00:00Z');
    await using server = await startTestServer({ clock });
    for (const now of [
      '2027-03-14T06:59:00Z',
      '2027-06-10T00:00:01Z',
      '2027-06-10T03:59:59Z',
      '2027-11-07T05:30:00Z',
      '2027-11-07T06:30:00Z',
    ]) {
      await clearStudents(server);
      clock.set(now);
      await newRound(server);
      const ann = await enrol(server);
      await enrol(server, { name: 'Ben', gender: 'man' });
      expect([now, await namesOf(ann)]).toEqual([now, ['Ben']]);
      await newRound(server);
      expect([now, await namesOf(ann)]).toEqual([now, ['Ben']]);
    }
  });
});
