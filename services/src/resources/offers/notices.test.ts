import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { trusted } from 'mongoose';
import type { Mail } from '../../infra/mail';
import { albums } from '../photos/photo.model';
import { sendNotices } from './notices';
import { sendReminders } from './reminders';
import { enrol, forgetMeetings, introduce, join, useCast } from './testing/campus';
import { unsubscribeUrl } from './mail-choice';
import { mailChoices } from './mail-choice.model';

const HOUR = 3600;
const clock = fixedClock('2026-03-02T12:00:00Z');

const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
const cast = useCast(server);
/** How many mails each had when a test began. */
const earlier = new Map<TestStudent, number>();
beforeEach(async () => {
  for (const who of Object.values(cast)) earlier.set(who, (await server.mailsTo(who)).length);
});
const mailsTo = async (who: TestStudent) => (await server.mailsTo(who)).slice(earlier.get(who));

/** Words of a student, as opposed to those of the catalogue and of the list of places. */
const PLACE = 'The bench <behind> the gym';
const ACTIVITY = 'Chess, please';

async function invite(from: TestStudent, to: TestStudent, hours: number): Promise<string> {
  const plan = { proposedDate: server.inHours(hours), location: PLACE, activity: ACTIVITY };
  return (await from.invite(to, plan)).body.id;
}
const later = () => ({ rescheduleData: { proposedDate: server.inHours(90) } });
const subjects = async (who: TestStudent) => (await mailsTo(who)).map(({ subject }) => subject);
/** Opens a page of the student; the returned function closes it. */
async function openPage({ token }: TestStudent): Promise<() => void> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${server.url}/api/v1/offers/events`, { headers, signal: stop.signal });
  return () => stop.abort();
}
async function pass(hours: number): Promise<void> {
  clock.advanceSeconds(hours * HOUR);
  await Promise.all([sendReminders(server.deps), sendReminders(server.deps)]);
}

describe('mail about offers', () => {
  it('through an offer, a counter-offer, a date and its end - is sent to the other side once each, with the time and its zone', async () => {
    const { ann, ben } = cast;
    const first = await invite(ann, ben, 100);
    const { counterOffer } = (await ben.respond(first, 'reschedule', later())).body;
    await ann.respond(counterOffer, 'accept');
    await ann.call(`POST /offers/${counterOffer}/cancel`);
    expect(await subjects(ben)).toEqual([
      'Ann invites you to a date',
      'Ann accepted your offer',
      'Ann called your date off',
    ]);
    expect(await subjects(ann)).toEqual(['Ben proposes another time']);
    // the way to the counter-offer, and the way out
    const [see, stop] = (await mailsTo(ann))[0]!.text.trimEnd().split('\n\n').slice(-2);
    expect(see).toMatch(new RegExp(`^See it in Flint: http\\S+/offers\\?offer=${counterOffer}$`));
    expect(stop).toMatch(/^Stop emails about offers: http\S+\/unsubscribe\?/);
    const texts = (await mailsTo(ben)).map(({ text }) => text);
    expect(texts.map((text) => text.split('\n')[0])).toEqual(
      Array(3).fill(expect.stringMatching(/20\d\d at .* [AP]M (E[SD]T|UTC|GMT.*)$/)),
    );
    expect(texts.map((text) => text.includes('It is a date!'))).toEqual([false, true, false]);
  });

  it('before both have agreed - names an activity of the catalogue, and no words of a student', async () => {
    const { ann, ben } = cast;
    await ben.respond(await invite(ann, ben, 100), 'reschedule', later());
    const [eve, eli] = await Promise.all([
      join(server, { name: 'A <3' }),
      join(server, { name: 'Eli', gender: 'man' }),
    ]);
    await introduce(server, eve, eli);
    await eli.call('GET /offers/mail', undefined, { 'accept-language': 'fr-CA' });
    await eve.invite(eli, { activity: 'Coffee and a conversation', location: PLACE });
    const mails = [...(await mailsTo(ann)), ...(await mailsTo(ben))];
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(`${mail.text}${mail.html}`).not.toMatch(/bench|Chess/);
      expect(mail.calendar).toBeUndefined();
    }
    const [french] = await mailsTo(eli);
    expect(french!.text).toMatch(/\nUn café et une conversation\n\nVoir dans/);
    expect(french!.html).toContain('>A &lt;3 vous invite');
  });

  it('of an agreed date, and of its end - names activity and place and brings the calendar file, which the end cancels', async () => {
    const { ann, ben } = cast;
    const id = await invite(ann, ben, 100);
    await ben.respond(id, 'accept');
    await ben.call(`POST /offers/${id}/cancel`);
    const [accepted, off] = await mailsTo(ann);
    for (const mail of [accepted!, off!]) {
      expect(mail.text).toContain(`\n${ACTIVITY}\n${PLACE}\n`);
      expect(mail.html).toContain(`${ACTIVITY}<br>The bench &lt;behind&gt; the gym`);
      expect(
        mail.html.split(/\/offers\?offer=\w+">See it in Flint<|\/unsubscribe\?\S+">Stop emails/),
      ).toHaveLength(3);
      expect(mail.text).toContain(`/offers?offer=${id}`);
      expect(mail.calendar!.fileName).toBe(`${id}.ics`);
    }
    const { body } = await ann.call(`GET /offers/${id}/calendar`);
    expect(off!.calendar).toEqual({ fileName: `${id}.ics`, method: 'CANCEL', ics: body.ics });
    expect(accepted!.calendar!.method).toBe('PUBLISH');
    expect(accepted!.html).toContain('<p>It is a date!</p>');
    const uid = /^UID:.*$/m.exec(body.ics)![0];
    expect(accepted!.calendar!.ics).toContain(uid);
    expect(accepted!.calendar!.ics).toMatch(/^SEQUENCE:1\r$/m);
    expect(off!.calendar!.ics).toMatch(/^SEQUENCE:2\r$/m);
  });

  it('with a line break in a name - is impossible, because the name is refused', async () => {
    await expect(enrol(server, { name: 'Ann\r\nBcc: all@campus' })).rejects.toThrow('422');
  });

  it('while the other has an open page - is sent only if that page reads no offers within 20 seconds; of a date called off, at once', async () => {
    const { ann, dan } = cast;
    const close = await openPage(dan);
    const wait = async (seconds: number) => {
      clock.advanceSeconds(seconds);
      await sendNotices(server.deps);
    };
    const seen = await invite(ann, dan, 100);
    await wait(19);
    await dan.call('GET /offers');
    await wait(2);
    expect(await subjects(dan)).toEqual([]);
    await ann.call(`POST /offers/${seen}/withdraw`);
    await forgetMeetings(server);
    await dan.call('GET /offers');
    // the laptop was closed, and the server has not noticed it yet
    const id = await invite(ann, dan, 100);
    await wait(19);
    expect(await subjects(dan)).toEqual([]);
    await wait(2);
    expect(await subjects(dan)).toEqual(['Ann invites you to a date']);
    await dan.respond(id, 'accept');
    await ann.call(`POST /offers/${id}/cancel`);
    expect(await subjects(dan)).toEqual(['Ann invites you to a date', 'Ann called your date off']);
    close();
  });

  it.each<[how: string, end: (answer: ServerResponse) => void]>([
    [
      'fails',
      () => {
        throw new Error('away');
      },
    ],
    ['loses its connection', ({ socket }) => socket!.destroy()],
  ])('while the other has an open page whose read %s - is sent after 20 seconds', async (_, end) => {
    const { ann, cem } = cast;
    const close = await openPage(cem);
    await invite(ann, cem, 100);
    let serving: ServerResponse | undefined;
    const take = (message: unknown) => ({ response: serving } = message as { response: ServerResponse });
    subscribe('http.server.request.start', take);
    const model = albums(server.deps.db);
    const find = model.find.bind(model);
    jest.spyOn(model, 'find').mockImplementationOnce((...args) => {
      end(serving!);
      return find(...args);
    });
    await cem.call('GET /offers').catch(() => undefined);
    unsubscribe('http.server.request.start', take);
    clock.advanceSeconds(21);
    await sendNotices(server.deps);
    expect(await subjects(cem)).toEqual(['Ann invites you to a date']);
    close();
  });

  it('turned off by one click - is not sent until it is turned on again', async () => {
    const { ann, ben } = cast;
    await invite(ann, ben, 100);
    const headers: Mail['headers'] = (await mailsTo(ben))[0]?.headers;
    expect(headers!['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const { pathname, search } = new URL(headers!['List-Unsubscribe']!.slice(1, -1));
    const visit = await fetch(server.url + pathname + search);
    expect(visit.headers.get('content-type')).toMatch(/html/);
    expect(await visit.text()).toMatch(/will no longer email you about offers.*<button>Stop these emails</s);
    expect((await ben.call('GET /offers/mail')).body).toEqual({ wanted: true });
    const click = await fetch(server.url + pathname + search, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(click.status).toBe(200);
    expect(await click.text()).toContain('You will get no more emails about offers.');
    expect((await ben.call('GET /offers/mail')).body).toEqual({ wanted: false });
    await forgetMeetings(server);
    await invite(ann, ben, 100);
    expect(await subjects(ben)).toHaveLength(1);
    await ben.call('PUT /offers/mail', { wanted: true });
    await forgetMeetings(server);
    await invite(ann, ben, 100);
    expect(await subjects(ben)).toHaveLength(2);
  });

  it('turned off by somebody without a profile - is confirmed in English', async () => {
    const cid = await server.signIn();
    const page = await fetch(unsubscribeUrl(server.deps, cid.id).replace(/^https?:\/\/[^/]+/, server.url));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('lang="en"')]);
  });

  it('turned off in an old mail, while the account is erased or after - stores nothing of the student', async () => {
    const [ann, ben] = [await server.signIn(), await server.signIn()];
    const click = (who: TestStudent) =>
      fetch(unsubscribeUrl(server.deps, who.id).replace(/^https?:\/\/[^/]+/, server.url), { method: 'POST' });
    const kept = () =>
      mailChoices(server.deps.db).countDocuments({ _id: trusted({ $in: [ann.id, ben.id] }) });
    expect((await click(ben)).status).toBe(200);
    expect(await kept()).toBe(1);
    await ben.call('DELETE /account');
    expect((await click(ben)).status).toBe(200);
    const model = mailChoices(server.deps.db) as unknown as {
      updateOne(...args: unknown[]): Promise<unknown>;
    };
    const write = model.updateOne.bind(model);
    jest.spyOn(model, 'updateOne').mockImplementationOnce(async (...args) => {
      await ann.call('DELETE /account');
      return write(...args);
    });
    expect((await click(ann)).status).toBe(200);
    expect(await kept()).toBe(0);
  });

  it('turned off by a forged address - answers 404 with a page in the language of the browser, and changes nothing', async () => {
    const { ann } = cast;
    const url = `${server.url}/api/v1/offers/unsubscribe?u=${ann.id}&t=${'A'.repeat(43)}`;
    const headers = { 'accept-language': 'fr-CA' };
    for (const at of [url, url.split('?')[0]!])
      for (const method of ['GET', 'POST']) {
        const page = await fetch(at, { method, headers });
        expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('<h1>Ce lien est')]);
      }
    expect((await ann.call('GET /offers/mail')).body).toEqual({ wanted: true });
  });
});

describe('reminders', () => {
  it('of an agreed date - are sent to both a day and two hours before, each once, the last with the safety note', async () => {
    const { ann, ben } = cast;
    await ben.respond(await invite(ann, ben, 50), 'accept');
    await pass(25);
    expect((await subjects(ben)).at(-1)).toBe('Ann invites you to a date');
    await pass(1.1);
    await pass(1);
    const { subject, text, calendar } = (await mailsTo(ann)).at(-1)!;
    expect(subject).toBe('Your date is tomorrow');
    expect(text).not.toContain('public place');
    expect(calendar!.method).toBe('PUBLISH');
    await pass(21);
    await pass(0.1);
    expect((await subjects(ann)).slice(-2)).toEqual(['Your date is tomorrow', 'Your date is in two hours']);
    expect((await subjects(ben)).slice(-2)).toEqual(['Your date is tomorrow', 'Your date is in two hours']);
    expect((await mailsTo(ben)).at(-1)!.text).toMatch(
      /bench[\s\S]*public place[\s\S]*own way home[\s\S]*emergency number/,
    );
  });

  it('of an unanswered offer or counter-offer - are sent once, at half its life, to who has to answer; of an answered one - never', async () => {
    const { ann, ben, dan } = cast;
    const offerId = await invite(ann, ben, 24);
    await dan.respond(await invite(ann, dan, 24), 'decline');
    await pass(11);
    expect(await subjects(ben)).toHaveLength(1);
    await pass(2);
    await pass(2);
    expect((await subjects(ben)).slice(1)).toEqual(['An offer waits for your answer']);
    expect((await mailsTo(ben)).at(-1)!.text).toContain('It is from Ann.');
    expect(await subjects(dan)).toHaveLength(1);
    const { counterOffer } = (await ben.respond(offerId, 'reschedule', later())).body;
    expect(counterOffer).not.toBeNull();
    await pass(46);
    expect((await subjects(ann)).slice(-1)).toEqual(['An offer waits for your answer']);
    expect((await mailsTo(ann)).at(-1)!.text).toContain('It is from Ben.');
  });

  it('of a called-off date, or after a long outage - are not sent', async () => {
    const { ann, ben, cem, dan } = cast;
    const offerId = await invite(ann, ben, 50);
    await ben.respond(offerId, 'accept');
    await ann.call(`POST /offers/${offerId}/cancel`);
    await dan.respond(await invite(ann, dan, 50), 'accept');
    await cem.respond(await invite(ann, cem, 52.1), 'accept');
    // 11 hours before the date: too late for 'tomorrow'; 13 hours are enough
    await pass(39);
    expect(await subjects(dan)).toEqual(['Ann invites you to a date']);
    expect(await subjects(cem)).toEqual(['Ann invites you to a date', 'Your date is tomorrow']);
    await pass(21);
    expect(await subjects(ben)).toEqual(['Ann invites you to a date', 'Ann called your date off']);
    expect(await subjects(dan)).toHaveLength(1);
  });
});
