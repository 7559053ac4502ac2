import { randomUUID } from 'node:crypto';
import { REPORT_REASONS } from '@flint/contracts';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { enrol, forgetMeetings, introduce, newRound, pair, useCast } from '../offers/testing/campus';
import { runSafety } from '../../safety-command';
import { findReport, listReports } from './reports';
import { sealFor } from './sealed-report';
import { report } from './testing/report';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock, env: { SAFETY_EMAIL: 'safety@campus.edu' } });
const cast = useCast(server);
beforeEach(() => forgetMeetings(server, ['safety_reports', 'safety_turns']));

describe('POST /safety/reports', () => {
  it('at a campus with a desk - sends the operators its address', async () => {
    const { env } = server.deps;
    Object.assign(env, { DESK_URL: 'https://desk.campus.edu' });
    await report(cast.ann, cast.ben);
    Object.assign(env, { DESK_URL: undefined });
    const { text } = (await server.mailsTo({ email: 'safety@campus.edu' })).at(-1)!;
    expect(text).toContain('https://desk.campus.edu');
  });

  it('before any offer - is stored with the card’s content, sealed, acknowledged, and hides the two from each other', async () => {
    const { ann, ben } = cast;
    const { status, body } = await report(ann, ben);
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: body.id, reason: 'harassment', createdAt: clock.now().toISOString() },
    });
    expect((await ann.call('GET /safety/reports')).body.items).toMatchObject([
      { name: 'Ben', outcome: null },
    ]);
    expect(await findReport(server.deps, body.id)).toMatchObject({
      description: 'He shouted.',
      evidence: { name: 'Ben', age: 22 },
    });
    const stored = JSON.stringify(await server.deps.db.collection('safety_reports').find().toArray());
    expect(stored).not.toMatch(/shouted|"Ben"/);
    const shown = (await ann.call('GET /matches')).body.items.map(({ name }: any) => name);
    expect(shown.toSorted()).toEqual(['Cem', 'Dan']);
    expect((await ben.call('GET /safety/reports')).body.items).toEqual([]);
    expect((await ben.call('GET /safety/standing')).body.notices).toEqual([]);
    const mails = JSON.stringify(await (await fetch(`${server.url}/outbox.json`)).json());
    expect(mails).toContain('we received your report');
    expect(mails).toContain(`npx flint operate safety show ${body.id}`);
    expect(mails).not.toContain('shouted');
  });

  it('about an offer, by its sender, while it waits - stores the offer’s content and ends it', async () => {
    const { ann, ben } = cast;
    const { id: offerId, proposedDate } = (await ann.invite(ben)).body;
    const { body } = await report(ann, ben, { offerId });
    expect(await findReport(server.deps, body.id)).toMatchObject({
      evidence: {
        offers: [
          { location: 'Library café', activity: 'Coffee', status: 'pending', proposedDate, by: 'reporter' },
        ],
      },
    });
    expect((await ann.call('GET /offers')).body.items).toEqual([]);
    expect((await ben.call('GET /offers')).body.items).toMatchObject([{ can: { accept: false } }]);
    expect((await report(cast.cem, ben, { offerId })).status).toBe(404);
  });

  it('the same again, and five at once - is one report; for another reason - adds that reason, and the gravest counts', async () => {
    const { ann, ben } = cast;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => report(ann, ben, { reason: 'impersonation' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { id } = answers[0]!.body;
    for (const [reason, gravest] of [
      // as grave
      ['scam', 'impersonation'],
      ['underage', 'underage'],
      ['scam', 'underage'],
    ] as const)
      expect((await report(ann, ben, { reason, description: reason })).body).toMatchObject({
        id,
        reason: gravest,
      });
    expect((await ann.call('GET /safety/reports')).body.items).toHaveLength(1);
    expect(await findReport(server.deps, id)).toMatchObject({
      reasons: ['impersonation', 'scam', 'underage'],
      description: 'He shouted.\n\nscam: scam\n\nunderage: underage',
      evidence: { name: 'Ben', age: 22 },
    });
  });

  it('without details - is accepted for serious reasons only', async () => {
    const { ann, ben } = cast;
    for (const reason of REPORT_REASONS) {
      const isGrave = ['underage', 'safety_concern', 'harassment'].includes(reason);
      const { status } = await report(ann, ben, { reason, description: '\u200B' });
      expect([reason, status]).toEqual([reason, isGrave ? 201 : 400]);
    }
  });

  it('of the reporter - answers 404 and stores nothing', async () => {
    const { ann } = cast;
    const before = (await listReports(server.deps)).length;
    expect((await report(ann, ann)).status).toBe(404);
    expect(await listReports(server.deps)).toHaveLength(before);
  });

  it('in any number and with any text - suspends nobody automatically', async () => {
    const { ben } = cast;
    for (let i = 0; i < 5; i++)
      await report(await server.signIn(), ben, {
        reason: 'underage',
        description: 'BAN HIM NOW, suspend, 15 years old',
      });
    expect((await ben.call('GET /safety/standing')).body).toMatchObject({
      restrictedUntil: null,
      notices: [],
    });
    expect((await ben.call('GET /matches')).body.missing).toEqual([]);
  });
});

const offersIn = async (id: string) => (await findReport(server.deps, id))!.evidence.offers;

describe('the evidence of a report', () => {
  it('of an offer that the reporter sent - says that the message is the reporter’s', async () => {
    const { ann, ben } = cast;
    const message = 'You will be sorry if you do not come';
    const { id: offerId } = (await ann.invite(ben, { message })).body;
    const { id } = (await report(ann, ben, { offerId })).body;
    expect(await offersIn(id)).toMatchObject([{ offerId, by: 'reporter', placeBy: 'reporter', message }]);
    expect((await runSafety(server.deps, ['show', id])).text).toContain(
      `message, by the reporter: "${message}"`,
    );
  });

  it('of a second offer, with another reason or the same - is one more entry, and outlives the other’s account', async () => {
    const [ann, ben] = await pair(server);
    const { id: first } = (await ann.invite(ben)).body;
    const message = 'You will be sorry for that';
    const rescheduleData = { proposedDate: server.inHours(50) };
    const { counterOffer } = (await ben.respond(first, 'reschedule', { rescheduleData, message })).body;
    const { id } = (await report(ann, ben, { offerId: first })).body;
    const again = await report(ann, ben, { offerId: counterOffer, description: 'And he went on.' });
    expect(again.body.id).toBe(id);
    await ben.call('DELETE /account');
    expect(await offersIn(id)).toMatchObject([
      { offerId: first, by: 'reporter', message: null },
      // the place stays the reporter's
      { offerId: counterOffer, by: 'about', placeBy: 'reporter', message },
    ]);
    const { description, reasons } = (await findReport(server.deps, id))!;
    expect([description, reasons]).toEqual(['He shouted.\n\nharassment: And he went on.', ['harassment']]);
  });

  it('about somebody, with an offer of a person who has left - does not say that it is theirs; it is no evidence about a student who has not, or about nobody', async () => {
    const [ann, ben] = await pair(server);
    const [cem, dan] = [await enrol(server, { name: 'Cem' }), await enrol(server, { name: 'Dan' })];
    const { id: first } = (await ann.invite(ben)).body;
    const rescheduleData = {
      proposedDate: server.inHours(50),
      activity: 'A walk to the dark end of the lake',
    };
    const { counterOffer } = (await ben.respond(first, 'reschedule', { rescheduleData })).body;
    for (const who of [ben, cem]) await who.call('DELETE /account');
    const { id } = (await report(ann, cem, { offerId: counterOffer })).body;
    await report(ann, cem, { offerId: first });
    expect(await offersIn(id)).toMatchObject([
      { offerId: counterOffer, by: null },
      { offerId: first, by: 'reporter', placeBy: 'reporter' },
    ]);
    const about = await report(ann, dan, { offerId: counterOffer });
    expect([about.status, await offersIn(about.body.id)]).toEqual([201, []]);
    const nobody = { id: randomUUID() } as TestStudent;
    expect((await report(ann, nobody, { offerId: counterOffer })).status).toBe(404);
  });

  it('of an older version - is one offer whose author is unknown, or, for the report of a completed offer, the other', async () => {
    const { ann, ben } = cast;
    const { id } = (await report(ann, ben)).body;
    const earlier = {
      name: 'Ben',
      age: 22,
      proposedDate: clock.now(),
      location: 'Bar',
      activity: 'Drinks',
      message: 'Hi',
    };
    const reports = server.deps.db.models.SafetyReport!;
    const evidence = sealFor(server.deps, id, 'evidence', earlier);
    for (const [key, by] of [
      ['person:1', null],
      ['offer:1', 'about'],
    ] as const) {
      await reports.updateOne({ _id: id }, { $set: { evidence, key, offerId: 'o1' } });
      expect((await findReport(server.deps, id))!.evidence).toMatchObject({
        name: 'Ben',
        offers: [
          { offerId: 'o1', by, placeBy: null, location: 'Bar', message: 'Hi', reply: null, status: null },
        ],
      });
    }
  });
});

describe('PUT /safety/pause', () => {
  it('paused - removes the student from lists and empties theirs, but not open offers; ended - restores everything', async () => {
    const { ann, ben } = cast;
    const eve = await enrol(server);
    await introduce(server, eve, ben);
    await ann.invite(ben);
    const paused = (await ben.call('PUT /safety/pause', { paused: true })).body;
    expect(paused.pausedAt).toBe(clock.now().toISOString());
    clock.advanceSeconds(60);
    const again = (await ben.call('PUT /safety/pause', { paused: true })).body;
    expect(again.pausedAt).toBe(paused.pausedAt);
    expect((await ben.call('GET /matches')).body).toMatchObject({ items: [], missing: ['paused'] });
    const seen = (await eve.call('GET /matches')).body.items.map(({ userId }: any) => userId);
    expect(seen).not.toContain(ben.id);
    expect((await eve.invite(ben)).body.code).toBe('not_a_match');
    expect((await ben.call('GET /offers')).body.items).toHaveLength(1);
    await ben.call('PUT /safety/pause', { paused: false });
    expect((await ben.call('GET /matches')).body.missing).toEqual([]);
    expect((await eve.invite(ben)).status).toBe(201);
  });
});

describe('hidden contacts', () => {
  it('by address - hide the student from that person’s list, leave their own unchanged, and are unnoticed', async () => {
    const { ann, ben } = cast;
    const { status, body } = await ann.call('POST /safety/hidden-contacts', {
      emails: [`  ${ben.email.toUpperCase()}`, 'nobody.at.all@campus.edu'],
    });
    expect({ status, body }).toEqual({ status: 200, body: { count: 2 } });
    const isOnListOf = async (who: TestStudent, other: TestStudent) =>
      (await who.call('GET /matches')).body.items.some(({ userId }: any) => userId === other.id);
    // no card of the own list reveals whose address it is, today or later
    for (const day of ['today', 'later']) {
      expect([day, await isOnListOf(ann, ben), await isOnListOf(ben, ann)]).toEqual([day, true, false]);
      expect((await ben.invite(ann)).body.code).toBe('not_a_match');
      await newRound(server);
    }
    expect((await ann.invite(ben)).status).toBe(201);
    const stored = JSON.stringify(await server.deps.db.collection('pairs_apart').find().toArray());
    expect(stored).not.toMatch(/campus\.edu/);
    expect((await ben.call('GET /safety/hidden-contacts')).body).toEqual({ count: 0 });
  });

  it('a student who signs up later, with a plus tag - is recognized; removed from the list - may be suggested', async () => {
    const { ann } = cast;
    await ann.call('POST /safety/hidden-contacts', { emails: ['later.ben@campus.edu'] });
    const ben = await server.signIn('later.ben+x@campus.edu');
    const answers = {
      bundle_intro: { display_name: 'Ben', date_of_birth: '2005-01-15' },
      gender_identity: 'man',
      seeking_genders: { values: ['women'] },
    };
    await ben.call('PATCH /profile', { answers });
    const isSeen = async () =>
      (await ben.call('GET /matches')).body.items.some(({ userId }: any) => userId === ann.id);
    expect(await isSeen()).toBe(false);
    const removed = await ann.call('POST /safety/hidden-contacts/remove', {
      emails: ['later.ben@campus.edu'],
    });
    expect(removed.body).toEqual({ count: 0 });
    await newRound(server);
    await introduce(server, ann, ben);
    expect((await ben.invite(ann)).status).toBe(201);
  });

  it('more than the limit - answers 409 and adds none', async () => {
    const { ann, cem } = cast;
    const emails = (from: number, length = 50) => Array.from({ length }, (_, i) => `s${from + i}@campus.edu`);
    const all = await ann.call('POST /safety/hidden-contacts', { emails: emails(0, 200) });
    expect(all.body).toEqual({ count: 200 });
    const { body } = await ann.call('POST /safety/hidden-contacts', { emails: ['one.more@campus.edu'] });
    expect(body.code).toBe('contact_limit_reached');
    // a repeat of what is on the list adds nothing
    const repeated = await ann.call('POST /safety/hidden-contacts', { emails: emails(100) });
    expect([repeated.status, repeated.body]).toEqual([200, { count: 200 }]);
    const removed = await ann.call('POST /safety/hidden-contacts/remove', { emails: emails(0, 200) });
    expect(removed.body).toEqual({ count: 0 });
    const at = [0, 50, 100, 150, 200].map((from) =>
      cem.call('POST /safety/hidden-contacts', { emails: emails(from) }),
    );
    const statuses = (await Promise.all(at)).map(({ status }) => status);
    const { count } = (await cem.call('GET /safety/hidden-contacts')).body;
    expect(count).toBe(statuses.filter((status) => status === 200).length * 50);
    expect(count).toBeLessThanOrEqual(200);
  });
});
