import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { enrol, forgetMeetings, useCast } from '../offers/testing/campus';

const START = '2027-03-02T12:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock });
const cast = useCast(server);
beforeEach(() => clock.set(START));

async function agreed(ben = cast.ben) {
  const { ann } = cast;
  const { id } = (await ann.invite(ben, { location: 'Library <café>', message: 'Psst' })).body;
  await ben.respond(id, 'accept');
  return { ann, ben, id: id as string };
}
async function open(url: string) {
  const answer = await fetch(server.url + new URL(url).pathname);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('a shared date', () => {
  it('opened by a friend - shows time, place, activity and first names, and nothing else of the two', async () => {
    const { ann, ben, id } = await agreed();
    const { status, body } = await ann.call(`POST /offers/${id}/share`);
    expect(status).toBe(201);
    const page = await open(body.url);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(
      /Ann shared a date.*Wed 1:00\sPM.*Wednesday, March 3, 2027 at 1:00.*Library &lt;café&gt;.*Coffee.*Ben/s,
    );
    expect(page.text).toContain('query=Library%20%3Ccaf%C3%A9%3E" rel="noreferrer noopener">Directions</a>');
    for (const secret of [ann.id, ben.id, ann.email, ben.email, 'Psst', ', 22', id])
      expect(page.text).not.toContain(secret);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    const stored = JSON.stringify(await server.deps.db.collection('shared_dates').find().toArray());
    expect(stored).not.toContain(body.url.split('/').at(-1));
  });

  it('of a called-off date - says that it is off; revoked or guessed - answers 404', async () => {
    const { ann, ben, id } = await agreed();
    const { url } = (await ann.call(`POST /offers/${id}/share`)).body;
    expect((await ben.call(`DELETE /offers/${id}/share`)).status).toBe(204);
    expect((await open(url)).status).toBe(200);
    await ben.call(`POST /offers/${id}/cancel`);
    const { text } = await open(url);
    expect(text).toContain('This date was called off.');
    expect(text).not.toMatch(/Ben|Library|Coffee/);
    expect((await ann.call(`DELETE /offers/${id}/share`)).status).toBe(204);
    expect((await open(url)).status).toBe(404);
    expect((await open(`${url}x`)).status).toBe(404);
  });

  it('in the hour that clocks repeat - says which of the two it is; before an answer - is refused', async () => {
    const { ann, ben } = cast;
    clock.set('2027-11-01T12:00:00Z');
    for (const [proposedDate, when] of [
      ['2027-11-07T05:30:00.000Z', 'Sunday, November 7, 2027 at 1:30 AM EDT'],
      ['2027-11-07T06:30:00.000Z', 'Sunday, November 7, 2027 at 1:30 AM EST'],
    ]) {
      await forgetMeetings(server);
      const { id } = (await ann.invite(ben, { proposedDate })).body;
      expect((await ann.call(`POST /offers/${id}/share`)).body.code).toBe('offer_state_changed');
      await ben.respond(id, 'accept');
      expect((await open((await ann.call(`POST /offers/${id}/share`)).body.url)).text).toContain(when);
    }
  });

  it('shared again and again - is refused beyond twenty links a day, and each link works; calls without a link do not count', async () => {
    const { ann, ben: cem, id } = await agreed(cast.cem);
    const answers = [];
    for (let at = 0; at < 21; at++) answers.push(await cem.call(`POST /offers/${id}/share`));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    expect((await ann.call(`POST /offers/${id}/share`)).status).toBe(201);
    for (const at of [0, 19]) expect((await open(answers[at]!.body.url)).status).toBe(200);
  });

  it('by a stranger, or with somebody one blocked - answers 404; six hours after the date - is over', async () => {
    const { ann, ben, id } = await agreed();
    expect((await (await enrol(server)).call(`POST /offers/${id}/share`)).status).toBe(404);
    const { url, expiresAt } = (await ann.call(`POST /offers/${id}/share`)).body;
    expect(Date.parse(expiresAt) - clock.now().getTime()).toBe(36 * 3_600_000);
    await ann.call('POST /blocks', { userId: ben.id });
    expect((await ann.call(`POST /offers/${id}/share`)).status).toBe(404);
    clock.advanceSeconds(36 * 3600 - 1);
    expect((await open(url)).status).toBe(200);
    clock.advanceSeconds(1);
    expect((await open(url)).status).toBe(404);
  });
});
