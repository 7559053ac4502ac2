import { randomUUID } from 'node:crypto';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import { mailer } from '../../src/infra/mailer';
import { eraseAccount } from '../../src/resources/index';
import { hasCut } from '../../src/resources/safety/index';
import { markOf, storeOwnMark } from '../../src/resources/safety/marks';
import { decideByCommand } from '../../src/resources/safety/testing/decide';
import { jsonAs, send } from './api';

const ANSWERS = {
  bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' },
  gender_identity: 'woman',
  seeking_genders: { values: ['men'] },
};
const upheld = { by: 'kim', reason: 'Please do not.', measure: 'ban' };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ UNIVERSITY_EMAIL_PLUS_TAGS: 'true', CODE_MAILS_PER_HOUR: '100000' });
});
afterAll(() => stage[Symbol.asyncDispose]());

interface Student {
  readonly id: string;
  readonly token: string;
  readonly call: (methodAndPath: string, body?: unknown) => Promise<{ status: number; body: any }>;
}

/** A student with a profile, signed in by a mailed code. */
async function enter(email: string, address = email): Promise<Student> {
  stage.clock.advanceSeconds(300);
  await stage.send(address);
  const { body } = await stage.verify(address, await stage.codeFor(email));
  const token: string = body.access_token;
  const call: Student['call'] = async (methodAndPath, sent = {}) => {
    const [method = '', path = ''] = methodAndPath.split(' ');
    const init =
      method === 'GET' ? { headers: { authorization: `Bearer ${token}` } } : jsonAs({ token }, sent);
    const { status, text } = await send(stage.server.url, method, `/api/v1${path}`, init);
    return { status, body: text ? JSON.parse(text) : null };
  };
  await call('PATCH /profile', { answers: ANSWERS });
  return { id: body.user.id, token, call };
}

const report = async (by: Student, about: Student): Promise<string> => {
  const filed = await by.call('POST /safety/reports', {
    userId: about.id,
    reason: 'safety_concern',
    description: 'What happened',
  });
  return filed.body.id;
};
const decide = (id: string, outcome: string, options: object) =>
  decideByCommand(stage.server.deps, id, outcome, options);
const restrictedUntil = async (who: Student) => (await who.call('GET /safety/standing')).body.restrictedUntil;

describe('one mailbox, one account', () => {
  it('a tag, by default - is refused like any other address', async () => {
    await using strict = await startStage();
    const { status, body } = await strict.send('ann+dates@campus.edu');
    expect([status, body.error_code]).toEqual([400, 'email_address_not_authorized']);
  });

  it('tags, where they are allowed - all sign in to the account of the mailbox, which gets the mail', async () => {
    const plain = await enter('tia@campus.edu');
    const tagged = await enter('tia@campus.edu', 'Tia+x@campus.edu');
    expect(tagged.id).toBe(plain.id);
    expect((await tagged.call('GET /profile')).body.email).toBe('tia@campus.edu');
    const mailed = mailer(stage.server.deps).outbox!.list();
    expect(mailed.some(({ to }) => to.address.includes('+'))).toBe(false);
  });
});

describe('aliases of one mailbox', () => {
  it('by default - are other people, and their mail is their own', async () => {
    const [plain, other] = [await enter('una.lee@campus.edu'), await enter('unalee-x@campus.edu')];
    expect(other.id).not.toBe(plain.id);
  });

  it('where the university has them - are one account with one mark; at another host they are not', async () => {
    await using own = await startStage({ UNIVERSITY_EMAIL_ALIASES: '.-=' });
    const ids = new Set<string>();
    for (const alias of ['u.na.lee', 'unalee-x', 'Una.Lee=y', 'unalee']) {
      own.clock.advanceSeconds(300);
      await own.send(`${alias}@campus.edu`);
      const { body } = await own.verify(`${alias}@campus.edu`, await own.codeFor('unalee@campus.edu'));
      ids.add(body.user.id);
      expect(markOf(own.server.deps, `${alias}@campus.edu`)).toBe(
        markOf(own.server.deps, 'unalee@campus.edu'),
      );
    }
    expect(ids.size).toBe(1);
    expect(markOf(own.server.deps, 'a.b@other.edu')).not.toBe(markOf(own.server.deps, 'ab@other.edu'));
  });
});

describe('deleting the account', () => {
  it('while a report is open - the report can still be decided, and the ban waits for the mailbox', async () => {
    const [ann, stalker] = [await enter('a1@campus.edu'), await enter('s1@campus.edu')];
    const id = await report(ann, stalker);
    expect((await stalker.call('DELETE /account')).status).toBe(204);
    const { text, exitCode } = await decide(id, 'upheld', upheld);
    expect([exitCode, /upheld, ban/.test(text)]).toEqual([0, true]);
    const back = await enter('s1@campus.edu', 's1+new@campus.edu');
    expect(back.id).not.toBe(stalker.id);
    expect(await restrictedUntil(back)).toMatch(/^9999/);
    expect((await back.call('GET /safety/standing')).body.notices).toMatchObject([
      { measure: 'ban', text: upheld.reason },
    ]);
  });

  it('after a ban, again and again, years later - the ban and the blocks still apply', async () => {
    const [ann, stalker] = [await enter('a3@campus.edu'), await enter('s3@campus.edu')];
    await decide(await report(ann, stalker), 'upheld', upheld);
    let back = stalker;
    for (let times = 0; times < 2; times++) {
      await back.call('DELETE /account');
      const [kept] = await stage.server.deps.db
        .collection('safety_standings')
        .find({ _id: { $regex: '^gone:' } as never, 'strikes.measure': 'ban' })
        .sort({ 'strikes.at': -1 })
        .toArray();
      expect(kept?.expiresAt).toBeUndefined();
      back = await enter('s3@campus.edu');
      expect(await restrictedUntil(back)).toMatch(/^9999/);
      expect(await hasCut(stage.server.deps, ann.id, back.id)).toBe(true);
    }
  });

  it('by a student with false reports - counts against their mailbox', async () => {
    const [liar, ben] = [await enter('l4@campus.edu'), await enter('b4@campus.edu')];
    const id = await report(liar, ben);
    await liar.call('DELETE /account');
    await decide(id, 'false', { by: 'kim' });
    const back = await enter('l4@campus.edu');
    const standing = await stage.server.deps.db
      .collection<{ _id: string; falseReports: number }>('safety_standings')
      .findOne({ _id: back.id });
    expect(standing?.falseReports).toBe(1);
  });
});

/** A block of an earlier version as its migration leaves it where a mark was not stored yet. */
const earlierBlock = (by: string, about: string) => ({
  _id: `${by} ${about} block`,
  by,
  about,
  reason: 'block',
  createdAt: new Date(),
});

describe('data of a version with one account per tag', () => {
  it('of a deleted tagged account - blocks, strikes and reports apply to the mailbox after the start', async () => {
    const { db } = stage.server.deps;
    const [stalker, ben, eve] = [
      await enter('s7@campus.edu'),
      await enter('b7@campus.edu'),
      await enter('e7@campus.edu'),
    ];
    // s7+x@ beside s7@: blocked by Ben, blocked Eve, banned for one report, with another one open
    const tagged = randomUUID();
    await db
      .collection<any>('pairs_apart')
      .insertMany([earlierBlock(ben.id, tagged), earlierBlock(tagged, eve.id)]);
    await storeOwnMark(stage.server.deps, tagged, 's7+x@campus.edu');
    await decide(await report(ben, { ...stalker, id: tagged }), 'upheld', upheld);
    const open = await report(eve, { ...stalker, id: tagged });
    await eraseAccount(stage.server.deps, tagged, 's7+x@campus.edu');
    expect(await restrictedUntil(stalker)).toBeNull();

    for (let starts = 0; starts < 2; starts++)
      await (await startTwin(stage.server.deps))[Symbol.asyncDispose]();

    for (const { id } of [ben, eve]) expect(await hasCut(stage.server.deps, id, stalker.id)).toBe(true);
    expect(await restrictedUntil(stalker)).toMatch(/^9999/);
    const filed = await db
      .collection<any>('safety_reports')
      .findOne({ reportedId: stalker.id, decision: null });
    expect(String(filed?._id)).toBe(open);
  });
});
