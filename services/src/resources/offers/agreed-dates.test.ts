import crypto from 'node:crypto';
import fc from 'fast-check';
import type { TestStudent } from '@flint/testing';
import { isLong, isShort } from '@flint/testing/long';
import { exportOffers } from './account';
import { agree, enrol, forgetMeetings, introduce, useCastAt } from './testing/campus';
import { threads } from './thread.model';
import { takeDueSteps, withdrawInTime } from './write-offer';

const START = '2027-03-02T12:00:00Z';
const MINUTE_MS = 60_000;
const { clock, server, cast } = useCastAt(START);

const invite = async (to: TestStudent, hours: number): Promise<string> =>
  (await cast.ann.invite(to, { proposedDate: server.inHours(hours) })).body.id;

/** Ann's offers to Ben and Cem for one time; Ben accepts. Returns the offer to Cem and when it is to be withdrawn. */
async function schedule() {
  const { ben, cem } = cast;
  const [his, id] = [await invite(ben, 50), await invite(cem, 51)];
  await ben.respond(his, 'accept');
  return { his, id, at: (await withdrawalOf(id))! };
}
const withdrawalOf = async (id: string) => (await threads(server.deps.db).findById(id).lean())?.withdrawAt;
const waits = { status: 'pending', cancelledAt: null };

/** What Cem sees, by instant. */
interface Sight {
  readonly at: number;
  readonly answers?: boolean;
  readonly seen: string;
}

/** Cem looks and answers at these instants, in a world where Ann has a date then, or where she withdraws by hand at `byHand`. */
async function sightsOf(
  plan: (drawn: number) => readonly Omit<Sight, 'seen'>[],
  drawnBefore?: { readonly drawn: number; readonly byHand: number },
) {
  const { ann, ben, cem } = cast;
  clock.set(START);
  await forgetMeetings(server);
  const [his, id] = [await invite(ben, 50), await invite(cem, 51)];
  if (!drawnBefore) await ben.respond(his, 'accept');
  const drawn = drawnBefore?.drawn ?? (await withdrawalOf(id))!.getTime();
  const sights: Sight[] = [];
  let cancelledAt = '';
  let ticked = Date.parse(START);
  let isByHand = false;
  for (const { at, answers = false } of plan(drawn)) {
    if (drawnBefore && !isByHand && drawnBefore.byHand <= at) {
      isByHand = true;
      clock.set(new Date(drawnBefore.byHand));
      await ann.call(`POST /offers/${id}/withdraw`);
    }
    clock.set(new Date(at));
    if (at - ticked >= MINUTE_MS) {
      ticked = at;
      await takeDueSteps(server.deps);
    }
    const answer = answers && (await cem.respond(id, 'accept'));
    const { items } = (await cem.call('GET /offers')).body;
    cancelledAt = items[0].cancelledAt;
    // as in the export, which is answered a few times an hour only
    const offers = await exportOffers(server.deps, cem.id);
    const seen = JSON.stringify([
      answer && [answer.status, answer.body.code, answer.body.offer],
      items,
      offers,
    ]);
    sights.push({ at, answers, seen: seen.replaceAll(id, '<offer>') });
  }
  return { sights, drawn, cancelledAt: Date.parse(cancelledAt) };
}

describe('a date agreed', () => {
  it('- withdraws offers that one of the two sent for that time, after a random 10 to 60 minutes', async () => {
    const { ann, dan } = cast;
    const drawn = jest.spyOn(crypto, 'randomInt');
    const received = (await dan.invite(ann, { proposedDate: server.inHours(51) })).body.id;
    const { id, at } = await schedule();
    const [bounds, { value: afterMs }] = [drawn.mock.calls.at(-1), drawn.mock.results.at(-1)!];
    drawn.mockRestore();
    expect(bounds).toEqual([10 * MINUTE_MS, 60 * MINUTE_MS]);
    expect(at.getTime() - clock.now().getTime()).toBe(afterMs);
    expect(await withdrawalOf(received)).toBeFalsy();
    clock.set(at);
    await takeDueSteps(server.deps);
    const stored = (await threads(server.deps.db).findById(id).lean())!;
    expect(stored.rounds).toMatchObject([{ cancelledAt: at, cancelledBy: 'sender' }]);
    expect((await dan.call('GET /offers')).body.items).toMatchObject([{ id: received, ...waits }]);
  });
});

describe('an offer whose sender has agreed to another date', () => {
  it('looked at before and after its random instant - looks at every instant as one withdrawn then by hand', async () => {
    const late = fc.record({ after: fc.nat({ max: 2 * MINUTE_MS }), answers: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(late, async ({ after, answers }) => {
        const plan = (drawn: number) => [
          { at: drawn - 1 },
          { at: drawn },
          { at: drawn + after, answers },
          { at: drawn + after + MINUTE_MS },
        ];
        const itself = await sightsOf(plan);
        expect(itself.cancelledAt).toBe(itself.drawn);
        const byHand = await sightsOf(plan, { drawn: itself.drawn, byHand: itself.drawn });
        expect(itself.sights).toEqual(byHand.sights);
      }),
      {
        numRuns: isLong ? 40 : isShort ? 2 : 3,
        endOnFailure: true,
        examples: [[{ after: 0, answers: true }], [{ after: MINUTE_MS, answers: false }]],
      },
    );
  });

  it('answered before that - looks as one withdrawn by hand at a random instant of the second before the answer', async () => {
    const [start, ages] = [Date.parse(START), new Set<number>()];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 * MINUTE_MS }), async (afterMs) => {
        const plan = (drawn: number) => [{ at: start + afterMs, answers: true }, { at: drawn + MINUTE_MS }];
        const itself = await sightsOf(plan);
        const age = start + afterMs - itself.cancelledAt;
        ages.add(age);
        expect(age).toBeGreaterThan(0);
        expect(age).toBeLessThanOrEqual(Math.min(1_000, afterMs));
        const byHand = await sightsOf(plan, { drawn: itself.drawn, byHand: itself.cancelledAt });
        expect(itself.sights).toEqual(byHand.sights);
      }),
      { numRuns: isLong ? 40 : isShort ? 3 : 4, endOnFailure: true },
    );
    expect(ages.size).toBeGreaterThan(1);
  });

  it('is written at that instant - not before, and not with the work of the minute', async () => {
    const apart = await invite(cast.dan, 54);
    const { id, at } = await schedule();
    expect(await withdrawalOf(apart)).toBeFalsy();
    clock.set(new Date(at.getTime() - 100));
    const running = withdrawInTime(server.deps);
    clock.set(at);
    await running;
    const stored = (await threads(server.deps.db).findById(id).lean())!;
    expect(stored).toMatchObject({ updatedAt: at, rounds: [{ cancelledAt: at, cancelledBy: 'sender' }] });
    expect(stored.withdrawAt).toBeUndefined();
  });

  it('stays while the sender has another date then - and waits again once both are off', async () => {
    const { ann, cem, dan } = cast;
    const { his, id } = await schedule();
    const other = await invite(dan, 52.5);
    await dan.respond(other, 'accept');
    const first = await withdrawalOf(id);
    await ann.call(`POST /offers/${his}/cancel`);
    expect(await withdrawalOf(id)).toEqual(first);
    await dan.call(`POST /offers/${other}/cancel`);
    expect(await withdrawalOf(id)).toBeNull();
    clock.advanceSeconds(3600);
    await takeDueSteps(server.deps);
    const { items } = (await cem.call('GET /offers')).body;
    expect(items).toMatchObject([{ id, ...waits }]);
  });
});

async function agreed(ben = cast.ben) {
  const { ann } = cast;
  const id = await agree(ann, ben, { location: 'Library <café>', message: 'Psst' });
  return { ann, ben, id };
}
async function open(url: string, language = 'en') {
  const headers = { 'accept-language': language };
  const answer = await fetch(server.url + new URL(url).pathname, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('a shared date', () => {
  it('opened by a friend - shows time, place, activity and first names, and nothing else of the two', async () => {
    const { ann, ben, id } = await agreed();
    const nameBen = (display_name: string) =>
      ben.call('PATCH /profile', {
        answers: { bundle_intro: { display_name, date_of_birth: '2005-01-15' } },
      });
    await nameBen('Ben Miller');
    const { status, body } = await ann.call(`POST /offers/${id}/share`);
    expect(status).toBe(201);
    const page = await open(body.url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Ann’s date · Flint</title>');
    expect(page.text).toMatch(
      /Ann shared a date.*Wed 1:00\sPM.*Wednesday, March 3, 2027 at 1:00.*<dt>Where<\/dt>\s*<dd>Library &lt;café&gt;.*<dt>What<\/dt>\s*<dd>Coffee.*Ben/s,
    );
    expect(page.text).toContain('query=Library%20%3Ccaf%C3%A9%3E" rel="noreferrer noopener">Directions</a>');
    for (const secret of [ann.id, ben.id, ann.email, ben.email, 'Miller', 'Psst', ', 22', id])
      expect(page.text).not.toContain(secret);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    await nameBen('');
    expect((await open(body.url)).text).toContain('<dt>With</dt><dd>A student</dd>');
    await nameBen('Ben');
    const stored = JSON.stringify(await server.deps.db.collection('shared_dates').find().toArray());
    expect(stored).not.toContain(body.url.split('/').at(-1));
  });

  it('of a called-off date - says that it is off; revoked or guessed - answers 404 with one page in the language of the browser', async () => {
    const { ann, ben, id } = await agreed();
    const { url } = (await ann.call(`POST /offers/${id}/share`)).body;
    expect((await ben.call(`DELETE /offers/${id}/share`)).status).toBe(204);
    expect((await open(url)).status).toBe(200);
    await ben.call(`POST /offers/${id}/cancel`);
    const { text } = await open(url);
    expect(text).toContain('This date was called off.');
    expect(text).not.toMatch(/Ben|Library|Coffee/);
    expect((await ann.call(`DELETE /offers/${id}/share`)).status).toBe(204);
    for (const [language, words] of [
      ['en', '<h1>This link has ended</h1>'],
      ['fr', '<h1>Ce lien n’est plus valide</h1>'],
    ] as const) {
      const [ended, guessed] = [await open(url, language), await open(`${url}x`, language)];
      expect(ended).toMatchObject({ status: 404, text: expect.stringContaining(words) });
      expect(ended.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect([guessed.status, guessed.text]).toEqual([404, ended.text]);
    }
  });

  it('called off or left by the other once the date has begun - still says what helps to find the two', async () => {
    const { ann } = cast;
    const leaving = await enrol(server, { name: 'Eli', gender: 'man' });
    await introduce(server, ann, leaving);
    const late = 'called off after it had begun.*Library &lt;café&gt;.*Coffee.*';
    for (const [him, shown, act] of [
      [cast.ben, `${late}Ben`, (id: string) => cast.ben.call(`POST /offers/${id}/cancel`)],
      [cast.cem, `${late}Cem`, () => ann.call('POST /blocks', { userId: cast.cem.id })],
      [leaving, '<dl>.*Coffee.*A student', () => leaving.call('DELETE /account')],
    ] as const) {
      clock.set(START);
      const { body: offer } = await him.invite(ann, { location: 'Library <café>' });
      await ann.respond(offer.id, 'accept');
      const { url } = (await ann.call(`POST /offers/${offer.id}/share`)).body;
      clock.set(offer.proposedDate);
      expect((await act(offer.id)).status).toBeLessThan(300);
      const { text } = await open(url);
      expect(text).toMatch(new RegExp(shown, 's'));
      // no place and no way to it, once the one who wrote the place has left
      expect(text.includes('Directions')).toBe(him !== leaving);
      expect(text).not.toMatch(/–|%E2%80%93/);
    }
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
