// Longer than 300 lines: the queue, a case and its decision, at one desk with three operators.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DESK_ERRORS } from '@flint/contracts/desk';
import type { TestStudent } from '@flint/testing';
import { Types } from 'mongoose';
import { join, joinTwo, newRound, pair } from '../resources/offers/testing/campus';
import { versionOf } from '../resources/safety/testing/decide';
import { letters } from '../resources/outbox/post';
import { albums } from '../resources/photos/photo.model';
import { logAct } from '../resources/safety/operator-log';
import { runSafety } from '../safety-command';
import { users } from '../resources/sign-in/user.model';
import { clearStudents } from '../resources/testing/clear';
import { startTestDesk, type TestDesk, type TestDeskBrowser } from './testing/desk';

let desk: TestDesk;
let kim: TestDeskBrowser;
let lou: TestDeskBrowser;
let sam: TestDeskBrowser;
let signedInAt: Date;
beforeAll(async () => {
  desk = await startTestDesk();
  [kim, lou, sam] = [await desk.signIn('kim'), await desk.signIn('lou'), await desk.signIn('sam')];
  signedInAt = desk.clock.now();
});
beforeEach(async () => {
  desk.clock.set(signedInAt);
  await clearStudents(desk.server, ['safety_operators', 'desk_factors', 'desk_sessions']);
});
afterAll(() => desk[Symbol.asyncDispose]());

const report = async (by: TestStudent, about: TestStudent, reason = 'safety_concern'): Promise<string> =>
  (await by.call('POST /safety/reports', { userId: about.id, reason, description: 'He locked the doors.' }))
    .body.id;
/** Decides a case, or answers its proposal, as it is now. */
const decide = async (who: TestDeskBrowser, id: string, what: object) => {
  const at = 'answer' in what ? 'proposal' : 'decision';
  return who.call(`POST /cases/${id}/${at}`, { version: await versionOf(desk.server.deps, id), ...what });
};
const acts = async () =>
  (await kim.call('GET /log')).body.items.map(
    ({ operator, act, reason }: { operator: string; act: string; reason: string }) =>
      [operator, act, reason].join(' ').trim(),
  );

async function offered() {
  await newRound(desk.server);
  const [ann, ben] = await pair(desk.server);
  // in Toronto the evening before
  const proposedDate = '2027-03-05T03:00:00.000Z';
  const { body } = await ben.invite(ann, { proposedDate, message: 'See you there' });
  await ann.respond(body.id, 'decline', { message: 'Leave me alone' });
  const id: string = (
    await ann.call('POST /safety/reports', {
      userId: ben.id,
      offerId: body.id,
      reason: 'harassment',
      description: 'What happened',
    })
  ).body.id;
  return { ann, ben, id, proposedDate };
}

describe('the queue', () => {
  it('reports of several kinds, and of one - are ordered by due time, and show how long they wait; decided - by the newest decision, with its operator', async () => {
    const [ann, ben] = await joinTwo(desk.server);
    const cem = await join(desk.server, { name: 'Cem', gender: 'man' });
    const light = await report(ann, ben, 'no_show');
    const grave = await report(await desk.server.signIn(), ben, 'underage');
    desk.clock.advanceSeconds(60);
    const newer = await report(ann, cem, 'no_show');
    const { items } = (await kim.call('GET /cases')).body;
    expect(items.map(({ id, group, earlier }: any) => [id, group, earlier])).toEqual([
      [grave, 'today', 1],
      [light, 'later', 1],
      [newer, 'later', 0],
    ]);
    const dues = items.map(({ due, since }: any) => (Date.parse(due) - Date.parse(since)) / 3_600_000);
    expect(dues.slice(0, 2)).toEqual([12, 240]);
    const text = JSON.stringify((await kim.call('GET /cases')).body);
    expect(text).not.toMatch(new RegExp(`${ann.id}|${ben.id}|Ben|locked`));
    for (const id of [grave, light]) {
      desk.clock.advanceSeconds(60);
      await decide(kim, id, { outcome: 'dismissed' });
    }
    const decided = (await lou.call('GET /cases?decided=yes')).body.items;
    expect(decided).toMatchObject([
      { id: light, group: 'decided', by: 'kim', measure: 'none' },
      { id: grave, group: 'decided', by: 'kim', measure: 'none' },
    ]);
    const decides = Array.from({ length: 2 }, () => 'kim decide dismissed');
    expect((await acts()).slice(1, 6)).toEqual(['lou list', ...decides, 'kim list', 'kim list']);
  });
});

describe('many reports about one person', () => {
  it('by three accounts, each with three reasons - are three cases, and a single report of somebody else is the second row', async () => {
    const [[ann, ben], [fay, dan]] = [await joinTwo(desk.server), await joinTwo(desk.server)];
    const [eve, gil] = [await desk.server.signIn(), await desk.server.signIn()];
    const about = new Map<string, string>();
    for (const by of [ann, eve, gil])
      for (const reason of ['scam', 'underage', 'harassment'])
        about.set(await report(by, ben, reason), 'ben');
    about.set(await report(fay, dan), 'dan');
    const { items } = (await kim.call('GET /cases')).body;
    expect(items.map(({ id, reason }: any) => [about.get(id), reason])).toEqual([
      ['ben', 'underage'],
      ['dan', 'safety_concern'],
      ['ben', 'underage'],
      ['ben', 'underage'],
    ]);
    const { body } = await kim.call(`GET /cases/${items[0].id}`);
    expect(body.description.match(/He locked the doors/g)).toHaveLength(3);
  });
});

describe('a case', () => {
  it('before a reason is written - names nobody: no id, name, address, hour or place; after a reason - shows that part to that operator for an hour, and logs the reason', async () => {
    const { ann, ben, id, proposedDate } = await offered();
    const { status, body } = await kim.call(`GET /cases/${id}`);
    expect([status, body.sealed, body.disclosed]).toEqual([
      200,
      ['names', 'contact', 'place', 'message'],
      [],
    ]);
    expect(body.description).toBe('What happened');
    expect(body.offers).toEqual([{ by: 'about', day: '2027-03-04', status: 'declined', activity: 'Coffee' }]);
    const text = JSON.stringify(body);
    for (const secret of [
      ann.id,
      ben.id,
      ann.email,
      ben.email,
      'Ann',
      'Ben',
      'Library',
      'See you',
      'Leave me',
      proposedDate,
    ])
      expect(text).not.toContain(secret);
    expect((await acts()).includes('kim show')).toBe(true);

    const ask = (what: string, reason: string) => kim.call(`POST /cases/${id}/disclosures`, { what, reason });
    expect((await ask('names', ' ')).status).toBe(400);
    const why = 'Campus security asks whom to look for';
    expect((await ask('names', why)).body).toMatchObject({
      until: new Date(desk.clock.now().getTime() + 3_600_000).toISOString(),
      names: { reporter: { name: 'Ann' }, about: { name: 'Ben', age: 22 } },
    });
    expect((await ask('contact', why)).body.contact).toEqual({ reporter: ann.email, about: ben.email });
    expect((await ask('place', why)).body.place).toEqual([
      { by: 'about', at: proposedDate, location: 'Library café' },
    ]);
    expect((await ask('message', why)).body.message).toEqual([
      { by: 'about', text: 'See you there' },
      { by: 'reporter', text: 'Leave me alone' },
    ]);
    const seen = async (who: TestDeskBrowser) =>
      (await who.call(`GET /cases/${id}`)).body.disclosed.map(({ what }: any) => what);
    expect(await seen(kim)).toEqual(['names', 'contact', 'place', 'message']);
    expect(await seen(lou)).toEqual([]);
    expect(await acts()).toContain(`kim disclose names ${why}`);
    const rows = await desk.server.deps.db.collection('safety_log').find({ act: 'disclose names' }).toArray();
    expect(rows[0]!.reason).toMatch(/^sealed:/);
    for (let minutes = 0; minutes < 61; minutes += 10) {
      desk.clock.advanceSeconds(610);
      await kim.call('GET /session');
    }
    expect(await seen(kim)).toEqual([]);
  });
});

describe('names disclosed while the photo store is away', () => {
  it('and a decision on the case - is taken, and shows the names and that the photos cannot be read', async () => {
    const { ben, id } = await offered();
    const { db, dataDir } = desk.server.deps;
    // no picture can be read where a folder is
    await mkdir(path.join(dataDir, 'photos', 'away', 'large.webp'), { recursive: true });
    const photos = [{ id: 'away', key: 'away' }];
    await albums(db).updateOne({ _id: ben.id }, { $set: { photos } }, { upsert: true });
    const names = { reporter: { name: 'Ann', photos: [] }, about: { name: 'Ben', photos: null } };
    const asked = { what: 'names', reason: 'Campus security asks' };
    expect((await kim.call(`POST /cases/${id}/disclosures`, asked)).body).toMatchObject({ names });
    for (const { status, body } of [
      await decide(kim, id, { outcome: 'dismissed' }),
      await kim.call(`GET /cases/${id}`),
    ])
      expect([status, body]).toMatchObject([200, { kind: 'decided', disclosed: [{ names }] }]);
  });
});

describe('a report that no key opens', () => {
  const damage = (id: string, what: object) =>
    stored().updateOne({ _id: new Types.ObjectId(id) }, { $set: what });
  const stored = () => desk.server.deps.db.collection('safety_reports');
  const SAYS_SO = expect.stringContaining('cannot be read');

  it('by its words, offers, proposal or decision - stays in the queue with the others and says so, and its people read the rest of what is theirs', async () => {
    const { ann, ben, id } = await offered();
    const other = await report(ben, ann);
    await damage(id, { description: 'sealed:a:AAAA', evidence: 'sealed:a:AAAA' });
    const { items } = (await kim.call('GET /cases')).body;
    expect(items.map((item: { id: string }) => item.id).toSorted()).toEqual([id, other].toSorted());
    expect((await runSafety(desk.server.deps, [])).text).toContain(id);
    const { body } = await kim.call(`GET /cases/${id}`);
    expect([body.description, body.offers]).toEqual([SAYS_SO, []]);
    expect(body.description.match(/cannot be read/g)).toHaveLength(2);
    expect((await ann.call('GET /safety/reports')).body.items).toMatchObject([{ id, name: 'A student' }]);

    const next = await report(ann, ben, 'hate');
    expect((await kim.call(`GET /cases/${next}`)).body.description).toBe('He locked the doors.');
    expect(await report(ann, ben, 'hate')).toBe(next);
    expect(await report(ann, ben, 'underage')).toBe(next);
    expect(await stored().countDocuments({ description: 'sealed:a:AAAA' })).toBe(1);
    await decide(kim, id, ban);
    await damage(id, { 'proposal.reason': 'sealed:a:AAAA' });
    expect((await kim.call(`GET /cases/${id}`)).body.proposal.reason).toEqual(SAYS_SO);
    const unread = await decide(lou, id, { answer: 'approve' });
    expect([unread.status, unread.body.code]).toEqual([422, 'needs_reason']);
    await decide(lou, id, { answer: 'send_back' });
    await decide(kim, id, { ...ban, measure: 'warning' });
    expect((await standing(ben)).notices).toMatchObject([{ measure: 'warning', text: ban.reason }]);
    await damage(id, { 'decision.reason': 'sealed:a:AAAA' });
    expect((await standing(ben)).notices).toMatchObject([{ measure: 'warning', text: '' }]);
  });
});

describe('held mailboxes and the log', () => {
  it('dates of birth under 18 - are listed by a mark, the longest held first, with the case that decides each and opens their address', async () => {
    const children = [await desk.server.signIn(), await desk.server.signIn()];
    for (const child of children) {
      await child.call('PATCH /profile', {
        answers: { bundle_intro: { display_name: 'Ben', date_of_birth: '2015-05-05' } },
        confirmedBirthDate: '2015-05-05',
      });
      desk.clock.advanceSeconds(60);
    }
    const { items } = (await kim.call('GET /held')).body;
    const held = { isAccountGone: false, caseId: expect.any(String) };
    expect(items).toMatchObject([{ ...held, since: signedInAt.toISOString() }, held]);
    for (const { id } of children) expect(JSON.stringify(items)).not.toContain(id);
    const shown = (await kim.call(`GET /cases/${items[0].caseId}`)).body;
    expect([shown.hasReporter, shown.next, shown.about.heldSince]).toEqual([false, 'ban', items[0].since]);
    // nothing of their profile was stored
    const { id: _id, email } = children[0]!;
    await users(desk.server.deps.db).collection.insertOne({ _id: _id as never, email });
    for (const [what, about] of [
      ['names', { name: null, isGone: false }],
      ['contact', email],
    ] as const) {
      const asked = { what, reason: 'Ask for a document' };
      const { body } = await kim.call(`POST /cases/${shown.id}/disclosures`, asked);
      expect(body).toMatchObject({ [what]: { reporter: null, about } });
    }
    await decide(kim, items[0].caseId, { outcome: 'dismissed' });
    expect((await kim.call('GET /held')).body.items).toEqual([items[1]]);
    const read = ['kim disclose contact Ask for a document', 'kim disclose names Ask for a document'];
    const done = ['kim held', 'kim decide dismissed', ...read, 'kim show', 'kim held'];
    expect((await acts()).slice(1, 7)).toEqual(done);
  });

  it('the log - is read page by page, the newest first, each row once', async () => {
    for (let row = 0; row < 60; row++) await logAct(desk.server.deps, 'sam', 'list');
    const rows: number[] = [];
    for (let hasMore = true; hasMore;) {
      const before = rows.length > 0 ? `?before=${rows.at(-1)}` : '';
      const { body } = await kim.call(`GET /log${before}`);
      expect(body.items.length).toBeGreaterThan(0);
      rows.push(...body.items.map(({ row }: { row: number }) => row));
      ({ hasMore } = body);
    }
    expect(rows).toEqual(Array.from({ length: rows[0]! }, (_, at) => rows[0]! - at));
  });

  it('the log - is verified at each read, and a changed reason or action is named', async () => {
    const id = await report(...(await joinTwo(desk.server)));
    await kim.call(`POST /cases/${id}/disclosures`, { what: 'names', reason: 'Police asked' });
    const { body } = await kim.call('GET /log');
    expect([body.problem, body.count, body.items[0]]).toEqual([
      null,
      body.items[0].row,
      expect.objectContaining({ operator: 'kim', act: 'log' }),
    ]);
    const rows = desk.server.deps.db.collection<{ _id: number; reason?: string; act: string }>('safety_log');
    const row = (await rows.findOne({ act: 'disclose names' }))!;
    await rows.updateOne({ _id: row._id }, { $set: { reason: 'sealed:local:AAAA' } });
    expect((await kim.call('GET /log')).body.problem).toBe(`row ${row._id} was changed`);
    await rows.updateOne({ _id: row._id }, { $unset: { reason: '' } });
    expect((await kim.call('GET /log')).body.problem).toBe(`row ${row._id} was changed`);
    await rows.updateOne({ _id: row._id }, { $set: { reason: row.reason! } });
    expect((await kim.call('GET /log')).body.problem).toBeNull();
  });
});

describe('waiting work', () => {
  it('paused, repeated and let go on by an operator - is in the log, and says nothing of whom it is about', async () => {
    const { deps } = desk.server;
    const content = { to: { address: 'ann@campus.edu' }, subject: 'Words', text: 'Words', html: 'Words' };
    await letters.add(deps, { content, about: ['ann'], keptMs: 60_000 });
    const listed = (await kim.call('GET /jobs')).body;
    expect(listed.kinds).toContainEqual({ kind: 'mail', waiting: 1, failed: 0, isPaused: false });
    expect(Object.keys(listed.items[0]).toSorted()).toEqual(['dueAt', 'id', 'kind', 'since', 'tries']);
    const paused = (await kim.call('POST /jobs/mail/pause', { isPaused: true })).body;
    expect(paused.kinds).toContainEqual({ kind: 'mail', waiting: 1, failed: 0, isPaused: true });
    await kim.call('POST /jobs/mail/again', {});
    await kim.call('POST /jobs/mail/pause', { isPaused: false });
    expect((await kim.call('GET /jobs')).body.kinds).toContainEqual({
      kind: 'mail',
      waiting: 1,
      failed: 0,
      isPaused: false,
    });
    expect((await kim.call('POST /jobs/round/again', {})).status).toBe(400);
    const { items } = (await kim.call('GET /log')).body;
    expect(items.slice(1, 4).map(({ act }: { act: string }) => act)).toEqual([
      'jobs go on mail',
      'jobs again mail',
      'jobs pause mail',
    ]);
  });
});

const standing = async (who: TestStudent) => (await who.call('GET /safety/standing')).body;
const ban = { outcome: 'upheld', measure: 'ban', reason: 'You locked the doors.', note: 'third report' };

describe('a decision', () => {
  it('its letters - have previews equal to what is sent, and a preview is logged and sends nothing', async () => {
    const [ann, ben] = await joinTwo(desk.server);
    const id = await report(ann, ben);
    const verdict = { outcome: 'upheld', measure: 'suspension', reason: 'Please keep your distance.' };
    const { items } = (await kim.call(`POST /cases/${id}/letters`, verdict)).body;
    expect(items).toEqual([
      {
        to: 'about',
        subject: 'a decision of our safety team',
        lines: [
          'Our safety team decided on a report about a safety concern.',
          verdict.reason,
          'Until March 9, 2027 you get no matches, don’t appear in anyone else’s, and cannot make dates.',
          'You can appeal once, in your settings under Safety. Someone else will then decide.',
        ],
      },
      {
        to: 'reporter',
        subject: 'the outcome of your report',
        lines: ['We found that it happened, and acted on it.'],
      },
    ]);
    for (const [outcome, line] of [
      ['dismissed', 'We could not find enough to act on. You two stay hidden from each other.'],
      ['false', 'We found that it did not happen. You two stay hidden from each other.'],
    ])
      expect((await kim.call(`POST /cases/${id}/letters`, { outcome })).body.items).toMatchObject([
        { to: 'reporter', lines: [line] },
      ]);
    expect(await desk.server.mailsTo(ben)).toEqual([]);
    expect((await kim.call('GET /log')).body.items).toContainEqual(
      expect.objectContaining({ operator: 'kim', act: 'letters', about: id }),
    );
    const { decision } = (await decide(kim, id, verdict)).body;
    expect(decision.until).toBe(new Date(Date.parse(decision.at) + 7 * 86_400_000).toISOString());
    const [mail] = await desk.server.mailsTo(ben);
    for (const line of items[0].lines) expect(mail!.text).toContain(line);
    expect(items[0].lines.join()).not.toContain(ann.id);
    // nobody is left to read the other one
    await ann.call('DELETE /account');
    expect((await kim.call(`POST /cases/${id}/letters`, verdict)).body.items).toMatchObject([
      { to: 'about', subject: items[0].subject },
      { to: 'reporter', subject: null, lines: [] },
    ]);
  });

  it('about an unknown case or part - answers 404; without a reason - is refused in one sentence and changes nothing; of two operators at once - is that of one; the other gets the name of the faster one', async () => {
    const [ann, ben] = await joinTwo(desk.server);
    const id = await report(ann, ben);
    const { status, body } = await decide(kim, id, { ...ban, reason: '' });
    expect([status, body.detail]).toEqual([422, 'The person is told why: write a reason.']);
    expect((await kim.call(`GET /cases/${id}`)).body).toMatchObject({ decision: null, proposal: null });
    const wonder = { what: 'place', reason: 'I wonder' };
    expect((await kim.call(`POST /cases/${id}/disclosures`, wonder)).status).toBe(404);
    expect((await kim.call(`GET /cases/${'f'.repeat(24)}`)).status).toBe(404);
    expect((await kim.call('GET /cases/nonsense')).status).toBe(400);
    const verdicts = [
      decide(kim, id, {
        outcome: 'upheld',
        measure: 'warning',
        reason: 'Please stop.',
      }),
      decide(lou, id, { outcome: 'dismissed' }),
    ];
    const answers = await Promise.all(verdicts);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    const won = answers.find((answer) => answer.status === 200)!.body.decision;
    const lost = answers.find((answer) => answer.status === 409)!.body;
    const what = won.measure === 'none' ? won.outcome : won.measure;
    expect(lost.detail).toBe(`${won.by} decided this report meanwhile: ${what}.`);
  });

  it('of two that were read before either about one person was decided - is refused as the second, so that no step of the ladder is taken twice', async () => {
    const [ann, ben] = await joinTwo(desk.server);
    const ids = [await report(ann, ben), await report(await desk.server.signIn(), ben)];
    const said = { outcome: 'upheld', measure: 'warning', reason: 'Please stop.', next: 'warning' };
    expect((await decide(kim, ids[0]!, said)).status).toBe(200);
    const second = await decide(kim, ids[1]!, said);
    expect([second.status, second.body.code]).toEqual([409, 'changed']);
    const { next } = (await kim.call(`GET /cases/${ids[1]}`)).body;
    expect((await decide(kim, ids[1]!, { ...said, measure: next, next })).body.decision.measure).toBe(
      'suspension',
    );
    expect((await standing(ben)).notices).toHaveLength(2);
  });

  it('on words that were added, or on a ban that was proposed again, since the case was read - is refused, and changes nothing', async () => {
    const [ann, ben] = await joinTwo(desk.server);
    const id = await report(ann, ben, 'no_show');
    const read = async () => (await lou.call(`GET /cases/${id}`)).body;
    const seen = await read();
    await report(ann, ben, 'underage');
    const early = await decide(lou, id, { outcome: 'dismissed', version: seen.version });
    expect([early.status, early.body.code]).toEqual([409, 'changed']);
    expect(await read()).toMatchObject({ kind: 'report', reason: 'underage' });
    await decide(kim, id, ban);
    const { version } = await read();
    await decide(kim, id, { answer: 'send_back' });
    await decide(kim, id, { ...ban, reason: 'You lied.' });
    const other = await decide(lou, id, { answer: 'approve', version });
    expect([other.status, other.body.detail]).toEqual([409, DESK_ERRORS.changed[1]]);
    const proposed = await read();
    await report(ann, ben, 'scam');
    const unread = await decide(lou, id, { answer: 'approve', version: proposed.version });
    expect([unread.status, unread.body.detail]).toEqual([409, DESK_ERRORS.changed[1]]);
    expect((await read()).kind).toBe('proposal');
  });

  it('a ban - that is sent back ends the suspension; else it suspends the person, needs approval by a second operator, and its appeal needs a third', async () => {
    const [ann, ben] = await joinTwo(desk.server);
    const id = await report(ann, ben);
    const answer = (by: TestDeskBrowser, said: string) => decide(by, id, { answer: said });
    await decide(kim, id, ban);
    expect((await standing(ben)).restrictedUntil).not.toBeNull();
    expect((await answer(lou, 'send_back')).body.kind).toBe('report');
    expect((await standing(ben)).restrictedUntil).toBeNull();
    const again = await answer(lou, 'approve');
    expect([again.status, again.body.code]).toEqual([409, 'no_proposal']);

    desk.clock.advanceSeconds(60);
    const proposed = await decide(kim, id, ban);
    expect(proposed.body).toMatchObject({
      kind: 'proposal',
      openedAt: signedInAt.toISOString(),
      since: desk.clock.now().toISOString(),
      proposal: { by: 'kim', reason: ban.reason },
      decision: null,
    });
    expect((await standing(ben)).restrictedUntil).not.toBeNull();
    expect((await standing(ben)).notices).toEqual([]);
    const due = new Date(desk.clock.now().getTime() + 86_400_000).toISOString();
    expect((await lou.call('GET /cases')).body.items).toMatchObject([
      { id, group: 'second', by: 'kim', measure: 'ban', due },
    ]);
    const second = await decide(lou, id, { outcome: 'dismissed' });
    expect([second.status, second.body.detail]).toEqual([409, 'kim proposed a ban meanwhile.']);

    const own = await answer(kim, 'approve');
    expect([own.status, own.body.code]).toEqual([403, 'own_proposal']);
    const approved = await answer(lou, 'approve');
    const decided = {
      by: 'kim',
      approvedBy: 'lou',
      measure: 'ban',
      note: ban.note,
      at: desk.clock.now().toISOString(),
    };
    expect(approved.body.decision).toMatchObject(decided);
    desk.clock.advanceSeconds(60);
    const appealedAt = desk.clock.now().toISOString();
    expect(approved.body.about.strikes).toEqual([]);
    expect((await standing(ben)).notices).toMatchObject([{ measure: 'ban', text: ban.reason }]);

    await ben.call(`POST /safety/notices/${id}/appeal`, { text: 'It was not me.' });
    expect((await kim.call('GET /cases')).body.items).toMatchObject([
      {
        id,
        kind: 'appeal',
        group: 'week',
        since: appealedAt,
        due: new Date(Date.parse(appealedAt) + 5 * 86_400_000).toISOString(),
      },
    ]);
    for (const who of [kim, lou])
      expect((await who.call(`POST /cases/${id}/appeal`, { outcome: 'upheld' })).body.code).toBe(
        'same_operator',
      );
    const overturned = await sam.call(`POST /cases/${id}/appeal`, { outcome: 'overturned' });
    expect(overturned.body.decision).toMatchObject({
      ...decided,
      appeal: { text: 'It was not me.', outcome: 'overturned', by: 'sam', at: appealedAt },
    });
    expect((await standing(ben)).restrictedUntil).toBeNull();
    const late = await sam.call(`POST /cases/${id}/appeal`, { outcome: 'upheld' });
    expect([late.status, late.body.code]).toEqual([409, 'no_appeal']);

    const { items } = (await kim.call('GET /log')).body;
    const aboutIt = items.filter(({ about }: { about: string }) => about === id).toReversed();
    expect(
      aboutIt.map(({ operator, act }: { operator: string; act: string }) => `${operator} ${act}`),
    ).toEqual([
      'kim decide upheld',
      'lou proposal back',
      'lou proposal approve',
      'kim decide upheld',
      'lou decide dismissed',
      'kim proposal approve',
      'lou proposal approve',
      'kim appeal upheld',
      'lou appeal upheld',
      'sam appeal overturned',
      'sam appeal upheld',
    ]);

    const next = await report(await desk.server.signIn(), ben);
    const { about, reporter } = (await decide(kim, next, { outcome: 'false' })).body;
    expect(about).toMatchObject({
      earlier: 1,
      strikes: [{ measure: 'ban', isLifted: true }],
      restrictedUntil: null,
    });
    expect(reporter).toEqual({ reports: 1, falseReports: 1 });
  });
});
