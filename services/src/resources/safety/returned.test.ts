import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong, isShort } from '@flint/testing/long';
import { disclose } from '../../desk/disclosures';
import { runSafety } from '../../safety-command';
import { matches } from '../matches/matches.resource';
import { join, joinTwo, pair } from '../offers/testing/campus';
import { caller, codeFor } from '../sign-in/testing/stage';
import { decideReport } from './decisions';
import { hasCut } from './index';
import { markOf, storeOwnMark } from './marks';
import { findReport } from './reports';
import { safety } from './safety.resource';
import { sealFor } from './sealed-report';
import { numbered } from './testing/numbered';
import { report } from './testing/report';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });

const leave = (who: TestStudent) => who.call('DELETE /account');
const suspend = async (id: string) =>
  decideReport(server.deps, (await findReport(server.deps, id))!, {
    outcome: 'upheld',
    measure: 'suspension',
    by: 'kim',
    reason: 'Please stop.',
    note: '',
  });

/** What a student sees of an answer, without ids and times; the nth id that appears stays the nth. */
const plain = (answers: readonly { status: number; body: unknown }[]) =>
  numbered(
    JSON.stringify(answers.map(({ status, body }) => [status, body])).replace(
      /"(?:requestId|createdAt|instance)":"[^"]+"/g,
      '',
    ),
  );

/** Of acts at once. */
const RUNS = isLong ? 10 : isShort ? 1 : 2;

type Act = 'report' | 'another reason' | 'block' | 'lift';

/** What a student does about an account, by its id, and what each answer and list then is. */
async function answersTo(ann: TestStudent, id: string, act: Act) {
  const answers = [];
  if (act === 'report') answers.push(await report(ann, { id }));
  if (act === 'another reason')
    answers.push(await report(ann, { id }, { reason: 'hate', description: 'Words' }));
  if (act === 'block') answers.push(await ann.call('POST /blocks', { userId: id }));
  if (act === 'lift') answers.push(await ann.call(`DELETE /blocks/${id}`));
  for (const path of ['/safety/reports', '/blocks']) answers.push(await ann.call(`GET ${path}`));
  return answers;
}

describe('a student who was reported and left', () => {
  it('gives the same answers by the id before, whether they came back or not, whatever was done before and after', async () => {
    const acts = fc.array(fc.constantFrom<Act>('report', 'another reason', 'block', 'lift'), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(acts, acts, acts, async (here, gone, after) => {
        const worlds = [];
        for (const isBack of [false, true]) {
          const [ann, ben] = await joinTwo(server);
          const answers = [];
          for (const act of here) answers.push(...(await answersTo(ann, ben.id, act)));
          await leave(ben);
          for (const act of gone) answers.push(...(await answersTo(ann, ben.id, act)));
          if (isBack) await join(server, { name: 'Ben', email: ben.email });
          for (const act of [...after, 'report' as const])
            answers.push(...(await answersTo(ann, ben.id, act)));
          worlds.push(plain(answers));
        }
        expect(worlds[1]).toBe(worlds[0]);
      }),
      {
        numRuns: isLong ? 12 : isShort ? 1 : 3,
        examples: [[['report'], ['block', 'another reason'], ['lift']]],
      },
    );
  });

  it('and came back, reported by the id before, by a second student for the first time - is one case, and a decision about it applies to the account of today', async () => {
    const [ann, ben] = await joinTwo(server);
    const { id } = (await report(ann, ben)).body;
    await leave(ben);
    expect((await report(ann, ben)).body.id).toBe(id);
    const back = await join(server, { name: 'Ben', email: ben.email });
    expect((await report(ann, ben)).body.id).toBe(id);
    await suspend(id);
    const standing = async () => (await back.call('GET /safety/standing')).body;
    expect(await standing()).toMatchObject({
      restrictedUntil: '2027-03-09T12:00:00.000Z',
      notices: [{ measure: 'suspension', text: 'Please stop.' }],
    });
    const html = expect.stringContaining('<p>Please stop.</p>') as string;
    expect(await server.mailsTo(back)).toMatchObject([
      { subject: 'Flint: a decision of our safety team', html },
    ]);
    await suspend((await report(await server.signIn(), ben)).body.id);
    expect((await standing()).notices).toHaveLength(2);
  });

  it.each([
    ['comes back', true],
    ['leaves', false],
  ])(
    '%s while a decision or a report is made, in any order - the account of today is meant',
    async (_, isGone) => {
      for (let run = 0; run < RUNS; run++) {
        const [ann, cem, ben] = [await join(server), await join(server), await join(server)];
        const { id } = (await report(ann, ben)).body;
        if (isGone) await leave(ben);
        const pause = new Promise((resolve) => setTimeout(resolve, run * 5));
        const [, { body }, moved] = await Promise.all([
          pause.then(() => suspend(id)),
          pause.then(() => report(cem, ben)),
          isGone ? join(server, { name: 'Ben', email: ben.email }) : leave(ben).then(() => null),
        ]);
        const back = moved ?? (await join(server, { name: 'Ben', email: ben.email }));
        const { restrictedUntil, notices } = (await back.call('GET /safety/standing')).body;
        expect([run, restrictedUntil, notices.length]).toEqual([run, expect.any(String), 1]);
        expect([run, (await findReport(server.deps, body.id))?.reportedId]).toEqual([run, back.id]);
      }
    },
  );
});

describe('the evidence about a student who left', () => {
  const evidenceOf = async (id: string) => (await findReport(server.deps, id))!.evidence;

  it('- is without their name and age, for operators too, also after their return; the offers stay', async () => {
    const [ann, ben] = await pair(server);
    const { id: offerId } = (await ann.invite(ben)).body;
    const { id } = (await report(ann, ben, { offerId })).body;
    expect(await evidenceOf(id)).toMatchObject({ name: 'Ben', offers: [{ offerId }] });
    await leave(ben);
    const { text } = await runSafety(server.deps, ['show', id]);
    expect(text).not.toContain('Ben');
    const asked = { operator: 'kim', what: 'names', reason: 'Who was it?' } as const;
    const { names } = await disclose(server.deps, (await findReport(server.deps, id))!, asked);
    expect(names?.about).toEqual({ name: null, age: null, isGone: true, photos: [] });
    await join(server, { name: 'Ben', email: ben.email });
    expect(await evidenceOf(id)).toEqual({ offers: [expect.objectContaining({ offerId })] });
  });

  it('that an earlier version stored - loses the card at the next start', async () => {
    const [ann, ben] = await joinTwo(server);
    const { id } = (await report(ann, ben)).body;
    await leave(ben);
    const evidence = sealFor(server.deps, id, 'evidence', { name: 'Ben', age: 22, offers: [] });
    await server.deps.db.models.SafetyReport!.updateOne({ _id: id }, { $set: { evidence } });
    await safety.prepare!(server.deps);
    expect(await evidenceOf(id)).toEqual({ offers: [] });
  });

  it('of a report to which something is added while they leave - has no card', async () => {
    for (let run = 0; run < RUNS; run++) {
      const [ann, ben] = await joinTwo(server);
      const { id } = (await report(ann, ben)).body;
      const pause = new Promise((resolve) => setTimeout(resolve, run * 5));
      const more = { reason: 'hate', description: 'Words' };
      await Promise.all([leave(ben), pause.then(() => report(ann, ben, more))]);
      expect([run, await evidenceOf(id)]).toEqual([run, { offers: [] }]);
    }
  });
});

describe('the list of own reports', () => {
  it('about a student who left - shows no name, also after their return', async () => {
    const [ann, ben] = await joinTwo(server);
    await report(ann, ben);
    const names = async () => (await ann.call('GET /safety/reports')).body.items.map(({ name }: any) => name);
    expect(await names()).toEqual(['Ben']);
    await leave(ben);
    expect(await names()).toEqual(['A student']);
    const back = await join(server, { name: 'Ben', email: ben.email });
    expect(await names()).toEqual(['A student']);
    // a person whom the reporter met under the account of today is named
    const cem = await join(server, { name: 'Cem' });
    await report(cem, back);
    expect((await cem.call('GET /safety/reports')).body.items).toMatchObject([{ name: 'Ben' }]);
  });
});

const pairsBy = (who: { readonly email: string }) =>
  server.deps.db
    .collection('pairs_apart')
    .find({ by: markOf(server.deps, who.email) })
    .toArray();
const blocksOf = async (who: TestStudent) => (await who.call('GET /blocks')).body.items;

describe('blocks and hides', () => {
  it('of any number of ids that nobody had - are answered as those of people, and store nothing', async () => {
    const [ann, ben] = await joinTwo(server);
    const statuses = new Set<number>();
    for (const id of [...Array.from({ length: 3 }, () => randomUUID()), ben.id]) {
      statuses.add((await ann.call('POST /blocks', { userId: id })).status);
      statuses.add((await ann.call(`POST /matches/${id}/hide`)).status);
    }
    expect([...statuses]).toEqual([204]);
    const about = markOf(server.deps, ben.email);
    expect((await pairsBy(ann)).map((pair) => pair.about)).toEqual([about, about]);
    expect(await blocksOf(ann)).toMatchObject([{ userId: ben.id, name: 'Ben' }]);
  });

  it('of older versions, about ids that nobody had - end with the next start', async () => {
    const [ann, ben] = await joinTwo(server);
    const pairs = server.deps.db.collection<{ _id: string }>('pairs_apart');
    const by = markOf(server.deps, ann.email);
    const createdAt = clock.now();
    for (const about of [randomUUID(), ben.id])
      await pairs.insertOne({ _id: `${by} ${about} block`, by, about, reason: 'block', createdAt } as never);
    await safety.prepare!(server.deps);
    expect((await pairsBy(ann)).map((pair) => pair.about)).toEqual([markOf(server.deps, ben.email)]);
  });

  it('by and about students without a profile - are in the export, name no account, hold once they have one, and are then listed and lifted', async () => {
    const auth = caller(server.url);
    const enterAs = async (email: string) => {
      await auth('POST /otp', { email, data: {}, create_user: true });
      const code = await codeFor(server, email);
      const { access_token: token, user } = (
        await auth('POST /verify', { email, token: code, type: 'email' })
      ).body;
      const call = (at: string, body?: object) => server.call(at, body, { authorization: `Bearer ${token}` });
      return { id: user.id as string, call };
    };
    const emails = ['ann@campus.edu', 'cem@campus.edu'] as const;
    const [ann, cem] = [await enterAs(emails[0]), await enterAs(emails[1])];
    await ann.call('POST /blocks', { userId: cem.id });
    await ann.call(`POST /matches/${cem.id}/hide`);
    await ann.call('POST /safety/hidden-contacts', { emails: ['somebody@campus.edu'] });
    const { deps } = server;
    expect(await matches.exportUser!(ann.id, deps)).toMatchObject({ notForMe: true });
    expect(await safety.exportUser!(ann.id, deps)).toMatchObject({ hiddenContacts: 1 });
    for (const who of [ann, cem]) expect((await who.call('DELETE /account')).status).toBe(204);
    const stored = JSON.stringify(await deps.db.collection('pairs_apart').find().toArray());
    for (const { id } of [ann, cem]) expect(stored).not.toContain(id);
    clock.advanceSeconds(61);
    const back = [await enterAs(emails[0]), await enterAs(emails[1])] as const;
    // as with a profile
    for (const [at, { id }] of back.entries()) await storeOwnMark(deps, id, emails[at]!);
    expect(await hasCut(deps, back[0].id, back[1].id)).toBe(true);
    // whom the first block named has left
    const listed = async () => (await back[0].call('GET /blocks')).body.items;
    expect(await listed()).toEqual([]);
    const dan = await enterAs('dan@campus.edu');
    await back[0].call('POST /blocks', { userId: dan.id });
    await storeOwnMark(deps, dan.id, 'dan@campus.edu');
    expect(await listed()).toMatchObject([{ userId: dan.id, name: 'A student' }]);
    await back[0].call(`DELETE /blocks/${dan.id}`);
    expect([await listed(), await hasCut(deps, back[0].id, dan.id)]).toEqual([[], false]);
  });

  it('of somebody who was blocked, left and is here again, by a block or a report - lists them like anybody else, from that day on', async () => {
    const ann = await join(server);
    for (const call of ['POST /blocks', 'POST /safety/reports'])
      // in turn, or both
      for (const isSame of isShort ? [call === 'POST /blocks'] : [false, true]) {
        const ben = await join(server, { name: 'Ben', gender: 'man' });
        await ann.call('POST /blocks', { userId: ben.id });
        await leave(ben);
        const bea = await join(server, { name: 'Bea', ...(isSame && { email: ben.email }) });
        expect(await blocksOf(ann)).toEqual([]);
        clock.advanceSeconds(86_400);
        await ann.call(call, {
          userId: bea.id,
          ...(call !== 'POST /blocks' && { reason: 'harassment', description: 'Words' }),
        });
        const wanted = [{ userId: bea.id, name: 'Bea', createdAt: clock.now().toISOString() }];
        expect([call, isSame, await blocksOf(ann)]).toEqual([call, isSame, wanted]);
        await ann.call(`DELETE /blocks/${bea.id}`);
        expect(await blocksOf(ann)).toEqual([]);
      }
  });
});

describe('deleting the account of a reporter', () => {
  it('- leaves nothing of the turn of their reports', async () => {
    const [ann, ben] = await joinTwo(server);
    await report(ann, ben);
    const turns = server.deps.db.collection<{ _id: string }>('safety_turns');
    expect(await turns.countDocuments({ _id: ann.id })).toBe(1);
    await leave(ann);
    expect(await turns.countDocuments({ _id: ann.id })).toBe(0);
  });
});
