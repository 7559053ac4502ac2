import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import ICAL from 'ical.js';
import { pair, useCast } from '../offers/testing/campus';
import { takeDueSteps } from '../offers/write-offer';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });
const cast = useCast(server);

async function agreed() {
  const { ann, ben } = cast;
  const { id } = (await ann.invite(ben)).body;
  await ben.respond(id, 'accept');
  return { ann, ben, id: id as string };
}

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
    const { id } = (await ann.invite(ben, { proposedDate: server.inHours(30) })).body;
    await ben.respond(id, 'accept');
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
