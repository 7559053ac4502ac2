import type { Availability } from '@flint/contracts';
import { gridToSlots, slotsToGrid } from '@flint/contracts/week/index';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong } from '@flint/testing/long';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { agree, pair, useCast } from '../offers/testing/campus';
import { takeDueSteps } from '../offers/write-offer';

const NOW = '2026-11-21T07:30:00.000Z';
const clock = fixedClock(NOW);
const server = useTestServer({ clock });

const week = {
  utcSlots: [
    { dayOfWeek: 1, startHour: 14, endHour: 15 },
    { dayOfWeek: 1, startHour: 15, endHour: 17 },
  ],
  timezone: 'America/Toronto',
  lastUpdated: '2026-11-20T12:00:00.000Z',
};

describe('/availability', () => {
  it('POST then GET - answers the week with its ranges merged, at the server’s time - to its owner only', async () => {
    const [ann, bob] = [await server.signIn(), await server.signIn()];
    const saved = await ann.call('POST /availability', week);
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      ...week,
      utcSlots: [{ dayOfWeek: 1, startHour: 14, endHour: 17 }],
      lastUpdated: NOW,
    });
    expect((await ann.call('GET /availability')).body).toEqual(saved.body);
    expect((await bob.call('GET /availability')).status).toBe(404);
  });

  it('POST - of no week - is refused naming the field, and stores nothing', async () => {
    const range = (hours: object) => ({
      utcSlots: [
        { dayOfWeek: 1, startHour: 9, endHour: 10 },
        { dayOfWeek: 6, startHour: 0, endHour: 24, ...hours },
      ],
    });
    const rows = [
      [{ timezone: 'Mars/Base' }, '/timezone', 422],
      [range({ startHour: 9, endHour: 8 }), '/utcSlots/1/endHour', 422],
      [range({ startHour: 9, endHour: 9 }), '/utcSlots/1/endHour', 422],
      [{ madeFrom: { utcSlots: [], timezone: 'Mars/Base', lastUpdated: NOW } }, '/madeFrom/timezone', 422],
      [range({ dayOfWeek: 7 }), '/utcSlots/1/dayOfWeek', 400],
      // only quarters of an hour are hours
      ...[5e-324, 1e-20, 0.2500001, 9.1, 23.9].map(
        (startHour) => [range({ startHour }), '/utcSlots/1/startHour', 400] as const,
      ),
      [range({ endHour: 5e-324 }), '/utcSlots/1/endHour', 400],
    ] as const;
    const ann = await server.signIn();
    for (const [change, pointer, status] of rows) {
      const refused = await ann.call('POST /availability', { ...week, ...change });
      expect([change, refused.status, refused.body.errors[0].pointer]).toEqual([change, status, pointer]);
    }
    expect((await ann.call('GET /availability')).status).toBe(404);
  });
});

describe('of several devices', () => {
  let ann: TestStudent;
  beforeEach(async () => {
    // in Toronto an hour after the clocks went back
    clock.set('2026-11-01T07:00:00Z');
    ann = await server.signIn();
  });

  const SUMMER = '2026-07-01T12:00:00Z';
  const [MONDAY_9, MONDAY_10, TUESDAY_9, FRIDAY_20] = [33, 34, 57, 140];

  /** A week as a device sends it, whose clock shows `at`. */
  const weekOf = (cells: Iterable<number>, at = SUMMER, timezone = 'America/Toronto'): Availability => ({
    utcSlots: gridToSlots(new Set(cells), timezone, new Date(at)),
    timezone,
    lastUpdated: at,
  });
  const cellsOf = ({ utcSlots, timezone, lastUpdated }: Availability) =>
    [...slotsToGrid(utcSlots, timezone, new Date(lastUpdated))].toSorted((a, b) => a - b);
  const save = async (week: Availability, madeFrom?: Availability | null): Promise<Availability> => {
    const { status, body } = await ann.call('POST /availability', { ...week, madeFrom });
    expect(status).toBe(200);
    return body;
  };
  const read = async (): Promise<Availability> => (await ann.call('GET /availability')).body;

  describe('a week made from another one', () => {
    it('of two devices, the older one last - keeps what each changed, and answers the merged week', async () => {
      const before = await save(weekOf([MONDAY_9, MONDAY_10]));
      await save(weekOf([MONDAY_9, MONDAY_10, FRIDAY_20]), before);
      const merged = await save(weekOf([MONDAY_9, TUESDAY_9]), before);
      expect(cellsOf(merged)).toEqual([MONDAY_9, TUESDAY_9, FRIDAY_20]);
      expect(await read()).toEqual(merged);
    });

    it('of any two devices, with any clocks, in either order, sent twice - is the week with both changes', async () => {
      const cells = fc.uniqueArray(fc.nat(167), { maxLength: 12 });
      const deviceClock = fc.date({
        min: new Date('1990-01-01'),
        max: new Date('2090-01-01'),
        noInvalidDate: true,
      });
      const edit = fc.record({
        cells,
        at: deviceClock,
        zone: fc.constantFrom('Europe/Paris', 'Asia/Kolkata'),
      });
      await fc.assert(
        fc.asyncProperty(cells, edit, edit, fc.boolean(), async (start, one, two, isRepeated) => {
          const zone = one.zone;
          const before = await save(weekOf(start, clock.now().toISOString(), zone));
          const send = (mine: typeof one) => save(weekOf(mine.cells, mine.at.toISOString(), zone), before);
          await send(one);
          await send(two);
          if (isRepeated) await send(two);
          const had = new Set(start);
          const expected = Array.from({ length: 168 }, (_, cell) => cell).filter((cell) =>
            [one, two].some((each) => each.cells.includes(cell) !== had.has(cell))
              ? !had.has(cell)
              : had.has(cell),
          );
          expect(cellsOf(await read())).toEqual(expected);
        }),
        { numRuns: isLong ? 40 : 8 },
      );
    });

    it('made from none, where one is stored - adds its hours', async () => {
      await save(weekOf([MONDAY_9]));
      expect(cellsOf(await save(weekOf([FRIDAY_20]), null))).toEqual([MONDAY_9, FRIDAY_20]);
    });

    it('in another zone - moves the zone and keeps hours of the wall clock - and a change from elsewhere leaves the zone', async () => {
      const before = await save(weekOf([MONDAY_9]));
      const moved = await save(weekOf([MONDAY_9], SUMMER, 'Europe/Paris'), before);
      expect([moved.timezone, cellsOf(moved)]).toEqual(['Europe/Paris', [MONDAY_9]]);
      const made = jest.spyOn(Intl, 'DateTimeFormat');
      const spelled = { ...before, timezone: 'aMeRiCa/ToRoNtO' };
      const both = await save(weekOf([MONDAY_9, FRIDAY_20]), spelled);
      expect([both.timezone, cellsOf(both)]).toEqual(['Europe/Paris', [MONDAY_9, FRIDAY_20]]);
      // a format is kept for good, so a zone must not have one for each spelling
      const kept = made.mock.calls.filter(([, options]) => options?.timeZoneName !== undefined);
      expect(kept.map(([, options]) => options!.timeZone)).not.toContain(spelled.timezone);
    });

    it('eight at once - keeps every change', async () => {
      const before = await save(weekOf([]));
      await Promise.all(Array.from({ length: 8 }, (_, cell) => save(weekOf([cell]), before)));
      expect(cellsOf(await read())).toEqual(Array.from({ length: 8 }, (_, cell) => cell));
    });
  });

  describe('a week without the one before', () => {
    it.each(['1999-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])(
      'from a device whose clock shows %s - replaces the stored one, at the server’s time',
      async (at) => {
        await save(weekOf([MONDAY_9, MONDAY_10]));
        const saved = await save(weekOf([FRIDAY_20], at));
        expect(cellsOf(saved)).toEqual([FRIDAY_20]);
        expect(Math.abs(Date.parse(saved.lastUpdated) - clock.now().getTime())).toBeLessThan(1000);
      },
    );
  });
});

async function subscribe(student: TestStudent): Promise<string> {
  const { status, body } = await student.call('POST /calendar-feed');
  expect(status).toBe(201);
  return body.url;
}

const open = (url: string) => fetch(server.url + new URL(url).pathname);

/** The events of a feed, parsed like a calendar app does. */
async function eventsOf(url: string) {
  const answer = await open(url);
  expect(answer.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
}

describe('a calendar to subscribe to', () => {
  const cast = useCast(server);
  async function agreed() {
    const { ann, ben } = cast;
    const id = await agree(ann, ben);
    return { ann, ben, id };
  }

  it('of a student with a date - contains the date, and names neither of the two', async () => {
    const { ann, ben, id } = await agreed();
    const url = await subscribe(ann);
    const answer = await open(url);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const text = await answer.text();
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    for (const secret of ['Ann', 'Ben', ann.id, ben.id, ann.email, ben.email])
      expect(text).not.toContain(secret);
    const [event, ...more] = await eventsOf(url);
    expect(more).toEqual([]);
    expect(event?.summary).toBe('Date: Coffee');
    expect(event?.startDate.toJSDate().toISOString()).toBe(server.inHours(30));
    const file = (await ann.call(`GET /offers/${id}/calendar`)).body.ics as string;
    expect(file).toContain(`UID:${event?.uid}`);
    clock.advanceSeconds(60);
    expect(await (await open(url)).text()).toBe(text);
    const stored = JSON.stringify(await server.deps.db.collection('calendar_feeds').find().toArray());
    expect(stored).not.toContain(url.split('/').at(-1)!.replace('.ics', ''));
  });

  it('before an answer, and after the date is called off - is empty; with another time - contains that', async () => {
    const { ann, ben, id } = await agreed();
    const url = await subscribe(ben);
    expect(await eventsOf(url)).toHaveLength(1);
    await ann.call(`POST /offers/${id}/cancel`);
    expect(await eventsOf(url)).toEqual([]);
    const next = (await ann.invite(ben, { proposedDate: server.inHours(50) })).body.id;
    expect(await eventsOf(url)).toEqual([]);
    const rescheduleData = { proposedDate: server.inHours(60) };
    const moved = await ben.respond(next, 'reschedule', { rescheduleData });
    const counter = moved.body.counterOffer;
    await ann.respond(counter, 'accept');
    const [event] = await eventsOf(url);
    expect(event?.startDate.toJSDate().toISOString()).toBe(server.inHours(60));
  });

  it('of a student with a French page - is in French', async () => {
    const { ann } = await agreed();
    await ann.call('GET /offers/mail', undefined, { 'accept-language': 'fr-CA' });
    const [event] = await eventsOf(await subscribe(ann));
    expect(event?.summary.replace(/\s/g, ' ')).toBe('Rendez-vous : Coffee');
    await ann.call('GET /offers/mail', undefined, { 'accept-language': 'en-CA' });
  });

  it('with somebody blocked - does not show the date', async () => {
    const { ann, ben } = await agreed();
    const url = await subscribe(ann);
    await ann.call('POST /blocks', { userId: ben.id });
    expect(await eventsOf(url)).toEqual([]);
  });

  it('replaced, ended, guessed, or of a banned or erased account - answers 404', async () => {
    const [ann] = await pair(server);
    const first = await subscribe(ann);
    expect((await ann.call('GET /calendar-feed')).body.since).toBe(clock.now().toISOString());
    const [one, two] = await Promise.all([subscribe(ann), subscribe(ann)]);
    expect((await open(first)).status).toBe(404);
    const works = await Promise.all([one, two].map(async (url) => (await open(url)).status));
    expect(works.sort()).toEqual([200, 404]);
    clock.advanceSeconds(60);
    const last = await subscribe(ann);
    expect((await ann.call('GET /calendar-feed')).body.since).toBe(clock.now().toISOString());
    expect((await ann.call('DELETE /calendar-feed')).status).toBe(204);
    expect((await open(last)).status).toBe(404);
    expect((await ann.call('GET /calendar-feed')).body).toEqual({ since: null });
    const other = await subscribe(ann);
    const accounts = server.deps.db.collection<{ _id: string; bannedUntil: Date }>('auth_users');
    await accounts.insertOne({ _id: ann.id, bannedUntil: new Date('2999-01-01') });
    expect((await open(other)).status).toBe(404);
    await accounts.deleteOne({ _id: ann.id });
    expect((await open(other)).status).toBe(200);
    expect((await ann.call('DELETE /account')).status).toBe(204);
    expect((await open(other)).status).toBe(404);
    expect((await open(`${server.url}/api/v1/calendars/${'a'.repeat(32)}.ics`)).status).toBe(404);
  });

  it('with a date that is over - keeps it for ninety days', async () => {
    const [ann, ben] = await pair(server);
    await agree(ann, ben);
    const url = await subscribe(ann);
    const DAY = 24 * 3600;
    for (const [seconds, count] of [
      [33 * 3600, 1],
      [90 * DAY - 3 * 3600, 1],
      [60, 0],
    ] as const) {
      clock.advanceSeconds(seconds);
      await takeDueSteps(server.deps);
      expect([seconds, (await eventsOf(url)).length]).toEqual([seconds, count]);
    }
  });
});
