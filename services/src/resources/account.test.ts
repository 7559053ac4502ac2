import { ROUTES, type Route } from '@flint/contracts';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { forbiddenInSchema } from '@flint/testing/privacy';
import { isLong, isShort } from '@flint/testing/long';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { buildAnswers } from '../../seed/answers';
import { createRandom } from '../../seed/random';
import { journalOf } from '../infra/journal';
import { dateBooks } from './date-books/index';
import { erasedAccounts, recordErasure } from './erased-accounts';
import { RESOURCES } from './index';
import { agree, enrol, introduce } from './offers/testing/campus';
import type { Deps } from './resource';
import { jpeg, send } from './photos/testing/uploads';
import { failWrite } from './testing/fail-write';
import { generatedCall } from './testing/generated-call';
import { decideReport } from './safety/decisions';
import { findReport } from './safety/reports';

const PLANTED = 'Zebulon-Planted-7731';
const week = {
  utcSlots: [{ dayOfWeek: 1, startHour: 14, endHour: 17 }],
  timezone: 'America/Toronto',
  lastUpdated: '2026-01-20T12:00:00.000Z',
};
const answers = {
  bundle_intro: { display_name: PLANTED, date_of_birth: '2004-01-15' },
  pronouns: { value: 'other', other: PLANTED },
};

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });

describe('/account', () => {
  it('GET /account/export - returns what every resource stores about this student, and nothing of others', async () => {
    const [ann, ben] = [await server.signIn(), await server.signIn()];
    await ann.call('PATCH /profile', { answers });
    await ann.call('POST /availability', week);
    await ben.call('PATCH /profile', { answers: { intent: 'casual_dating' } });
    await send(server, ann, await jpeg());
    const choices = { kinds: ['offer'], quiet: { from: 22, to: 7 }, showNames: true };
    await ann.call('PUT /alerts', choices);
    await ann.call('POST /calendar-feed');
    const link = { userId: ann.id, offerId: 'a date', expiresAt: new Date(clock.now().getTime() + 1_000) };
    await server.deps.db.collection('shared_dates').insertOne(link);
    const mine = await ann.call('GET /account/export');
    expect([mine.status, mine.body.exportedAt]).toEqual([200, clock.now().toISOString()]);
    expect(mine.body.data).toMatchObject({
      profile: { email: ann.email, answers },
      availability: { timezone: 'America/Toronto' },
      alerts: { choices, mail: { wanted: true }, browsers: [] },
      photos: [{ isPrimary: true, url: expect.stringContaining('/photos/') }],
      'calendar-feed': { calendarFeedSince: clock.now().toISOString() },
      'shared-dates': { links: 1 },
      safety: { blocks: [], reports: [], standing: { notices: [] }, hiddenContacts: 0 },
      matches: { notForMe: false },
      offers: [],
    });
    expect(JSON.stringify(mine.body)).not.toContain(ben.id);
    expect(JSON.stringify((await ben.call('GET /account/export')).body)).not.toContain(PLANTED);
  });

  it('GET /account/export - after an appeal and a click on Stop emails - has the words and the choice', async () => {
    const [ann, ben] = await Promise.all([server.signIn(), server.signIn()]);
    const filed = { userId: ben.id, reason: 'harassment', description: 'He shouted.' };
    for (const each of [ann, ben]) await each.call('PATCH /profile', { answers: {} });
    const { id } = (await ann.call('POST /safety/reports', filed)).body;
    const verdict = { outcome: 'upheld', measure: 'warning', by: 'kim', reason: 'No.', note: '' } as const;
    await decideReport(server.deps, (await findReport(server.deps, id))!, verdict);
    const [notice] = (await ben.call('GET /safety/standing')).body.notices;
    await ben.call(`POST /safety/notices/${notice.id}/appeal`, { text: 'It was not me.' });
    await ben.call('PUT /offers/mail', { wanted: false });
    const { data } = (await ben.call('GET /account/export')).body;
    expect(data.safety.appeals).toEqual([
      { noticeId: notice.id, text: 'It was not me.', createdAt: expect.any(String) },
    ]);
    expect(data.alerts.mail).toEqual({ wanted: false });
    const theirs = (await ann.call('GET /account/export')).body.data;
    expect([theirs.safety.appeals, theirs.alerts.mail]).toEqual([[], { wanted: true }]);
  });

  it('DELETE /account - twice, while another student writes about this one - deletes the student from every collection, and nothing of others', async () => {
    const [ann, ben] = [await server.signIn('ottokar.sunk@campus.edu'), await server.signIn()];
    const bundle_intro = { display_name: 'Ottokar Sunk', date_of_birth: '2001-07-13' };
    await ann.call('PATCH /profile', { answers: { ...answers, bundle_intro } });
    await ann.call('POST /availability', week);
    await ben.call('PATCH /profile', { answers: { intent: 'casual_dating' } });
    expect(await server.stored()).toContain(ann.id);
    const photos = RESOURCES.find(({ name }) => name === 'photos')!;
    const erasePhotos = photos.eraseUser!;
    // after the meetings are erased
    jest.spyOn(photos, 'eraseUser' as never).mockImplementationOnce((async (...of: [string, Deps]) => {
      await server.deps.db.collection('offer_meetings').insertOne({ userId: ben.id, partnerId: ann.id });
      return erasePhotos(...of);
    }) as never);
    expect((await ann.call('DELETE /account')).status).toBe(204);
    const left = await server.stored();
    expect([ann.id, 'ottokar', 'Ottokar', '2001-07-13'].filter((value) => left.includes(value))).toEqual([]);
    expect((await ben.call('GET /profile')).body.answers).toEqual({ intent: 'casual_dating' });
    expect((await ann.call('DELETE /account')).status).toBe(204);
  });

  it('DELETE /account - while answers are still arriving - leaves no profile behind', async () => {
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers });
    const [gone] = await Promise.all([
      ann.call('DELETE /account'),
      ann.call('PATCH /profile', { answers: { intent: 'casual_dating' } }),
    ]);
    expect(gone.status).toBe(204);
    expect(await server.stored()).not.toContain(ann.id);
  });
});

describe('POST /account/export-link', () => {
  it('opened within 15 minutes - is a zip of this student’s data and photos; later or changed - answers 404', async () => {
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers: { intent: 'casual_dating' } });
    await send(server, ann, await jpeg());

    const { status, body } = await ann.call('POST /account/export-link');
    expect(status).toBe(201);
    expect(Date.parse(body.expiresAt) - clock.now().getTime()).toBe(15 * 60_000);
    const answer = await fetch(server.url + body.url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"',
      'cache-control': 'no-store',
    });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['my-data.json', 'photos/photo-1.webp']);
    expect(JSON.parse(strFromU8(files['my-data.json']!)).data.profile).toMatchObject({
      email: ann.email,
      answers: { intent: 'casual_dating' },
    });
    const picture = await sharp(Buffer.from(files['photos/photo-1.webp']!)).metadata();
    expect(picture).toMatchObject({ format: 'webp', width: 600, height: 800 });

    const ben = await server.signIn();
    expect((await fetch(server.url + body.url.replace(ann.id, ben.id))).status).toBe(404);
    // a student without a profile has rights, too
    const bens = (await ben.call('POST /account/export-link')).body.url;
    const own = await fetch(server.url + bens);
    const { 'my-data.json': json } = unzipSync(new Uint8Array(await own.arrayBuffer()));
    expect(JSON.parse(strFromU8(json!)).data).toMatchObject({ profile: null });
    // whose session another process has not ended yet
    await recordErasure(server.deps, ben.id);
    expect((await fetch(server.url + bens)).status).toBe(404);
    // one of them has been used already
    const uses = [...Array(9).fill(200), 429];
    const used = async () => (await fetch(server.url + body.url)).status;
    for (const status of uses) expect(await used()).toBe(status);
    clock.advanceSeconds(15 * 60);
    expect((await fetch(server.url + body.url)).status).toBe(404);
    const again = (await ann.call('POST /account/export-link')).body.url;
    await ann.call('DELETE /account');
    expect((await fetch(server.url + again)).status).toBe(404);
  });
});

/** More than a deletion makes. */
const WRITES = 60;

const finishErasures = () => RESOURCES.find(({ name }) => name === 'account')!.timed![0]!.run(server.deps);

describe('a deletion in which a write fails', () => {
  it('any write after the first - is finished by timed work, and nothing is left of the account', async () => {
    const cem = await enrol(server, { name: 'Cem', gender: 'man' });
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: WRITES }), async (nth) => {
        const ann = await enrol(server, { name: PLANTED });
        await agree(ann, cem);
        const names = (await server.deps.db.listCollections()).map(({ name }) => name);
        const others = names.filter((name) => !['erased_accounts', 'journal_waiting'].includes(name));
        let status = 0;
        const hasFailed = await failWrite(nth, others, async () => {
          ({ status } = await ann.call('DELETE /account'));
        });
        if (hasFailed) failed += 1;
        else expect(status).toBe(204);
        clock.advanceSeconds(121);
        await finishErasures();
        const stored = await server.stored();
        expect(stored).not.toContain(ann.id);
        expect(stored).not.toContain(PLANTED);
        // the time is free again for whoever returns with the same address, and for the other
        const books = await dateBooks(server.deps.db).find().lean();
        expect(books.flatMap(({ dates }) => dates)).toEqual([]);
      }),
      // the fifth write is one of every deletion
      { numRuns: isLong ? 12 : isShort ? 2 : 4, examples: [[5]] },
    );
    expect(failed).toBeGreaterThan(0);
  });

  it('again, in timed work - does not keep the next account from being erased, and is reported', async () => {
    const [ann, ben] = [await enrol(server, { name: PLANTED }), await enrol(server, { name: PLANTED })];
    for (const { id } of [ann, ben]) await recordErasure(server.deps, id);
    clock.advanceSeconds(121);
    await failWrite(1, ['profiles'], () => expect(finishErasures()).rejects.toThrow());
    const stored = await server.stored();
    expect([ann, ben].filter(({ id }) => stored.includes(id))).toHaveLength(1);
    await finishErasures();
    expect(await server.stored()).not.toContain(PLANTED);
  });

  it('again and again - is in the journal once, for a restore, as of when it began', async () => {
    const { deps } = server;
    const journal = journalOf(deps.db);
    const [ann, ben] = [await enrol(server), await enrol(server)];
    const begun = clock.now();
    await recordErasure(deps, ann.id);
    const ended = jest.spyOn(journal, 'keepErasure').mockRejectedValueOnce(new Error('the process ended'));
    await expect(recordErasure(deps, ben.id)).rejects.toThrow('the process ended');
    ended.mockRestore();
    const profile = RESOURCES.find(({ name }) => name === 'profile')!;
    const away = jest.spyOn(profile, 'eraseUser' as never).mockRejectedValue(new Error('damaged') as never);
    for (let tries = 0; tries < 3; tries++) {
      clock.advanceSeconds(121);
      await expect(finishErasures()).rejects.toThrow('damaged');
    }
    away.mockRestore();
    await finishErasures();
    const acts = [];
    for await (const act of journal.since(begun)) if ('erased' in act) acts.push(act);
    expect(acts).toEqual([ann, ben].map(({ id }) => ({ at: begun, erased: id })));
    const rows = await erasedAccounts(deps.db).find({ at: begun }, { _id: 0 }).lean();
    expect(rows).toEqual([{ at: begun }, { at: begun }]);
  });
});

/** A student with every question answered, and the text `secret` in every free-text field. */
async function student(name: string, gender: 'man' | 'woman', secret: string): Promise<TestStudent> {
  const who = await server.signIn();
  const seeks = gender === 'man' ? 'women' : 'men';
  const answers: Record<string, unknown> = buildAnswers(createRandom(name.charCodeAt(0)), name, clock.now(), {
    age_preference: [18, 30],
    lifestyle_dealbreakers: { values: ['none'] },
    gender_identity: gender,
    pronouns: 'they_them',
    seeking_genders: { values: [seeks] },
    religion: { value: 'other', other: secret },
  });
  for (const question of QUESTIONS) if (question.type === 'email') delete answers[question.id];
  const { status, body } = await who.call('PATCH /profile', { answers });
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return who;
}

describe('responses about other people', () => {
  const ALL: readonly Route[] = Object.values(ROUTES);

  it('every route - by its response schema - contains no field of another person’s record', () => {
    const found = ALL.map(({ name, path, response }) => {
      const schema = response ? z.toJSONSchema(response, { unrepresentable: 'any' }) : {};
      return [name, forbiddenInSchema(path, schema)];
    });
    expect(found).toEqual(ALL.map(({ name }) => [name, []]));
  });

  it('every route - called by a match with an open offer - reveals no answer, address, birth date or place of the other', async () => {
    const ann = await student('Ann', 'woman', 'Anns-Own-Text');
    const ben = await student('Ben', 'man', PLANTED);
    const born = (await ben.call('GET /profile')).body.answers.bundle_intro.date_of_birth as string;
    await introduce(server, ann, ben);
    const instant = server.inHours(30);
    const offer = await ben.invite(ann);
    expect(offer.status).toBe(201);
    expect((await ann.respond(offer.body.id, 'accept')).status).toBe(200);
    const names = { userId: ben.id, id: offer.body.id as string, instant };
    // routes that end a date or an account come last
    const last = ['deleteAccount', 'createBlock', 'cancelOffer', 'reportOffer', 'reportPerson'];
    const ordered = ALL.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name) || 0);
    const answered: Record<string, number> = {};
    for (const route of [...ordered.filter(({ name }) => name !== 'deleteAccount'), ROUTES.deleteAccount]) {
      const [at, body] = generatedCall(route, names);
      const { status, body: text } = await ann.call(at, body);
      answered[route.name] = status;
      expect(`${route.name} ${JSON.stringify(text)}`).not.toContain(PLANTED);
      expect(`${route.name} ${JSON.stringify(text)}`).not.toContain(born);
    }
    expect(Object.keys(answered)).toHaveLength(ALL.length);
    expect(Object.entries(answered).filter(([, status]) => status === 500)).toEqual([]);
    const working = Object.values(answered).filter((status) => status < 300).length;
    expect(working).toBeGreaterThan(ALL.length / 2);
  });
});
