import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { enrol, pair } from '../offers/testing/campus';
import { decideReport } from './decisions';
import { findReport, listReports } from './reports';
import { safety } from './safety.resource';

const HOUR = 3600;
const clock = fixedClock('2026-03-02T12:00:00Z');

const server = useTestServer({ clock, env: { SAFETY_EMAIL: 'safety@campus.edu' } });

const offered = async (from: TestStudent, to: TestStudent, hours = 1): Promise<string> =>
  (await from.invite(to, { proposedDate: server.inHours(hours), message: 'See you' })).body.id;
const listed = async (who: TestStudent) => (await who.call('GET /offers')).body.items as any[];
const report = (who: TestStudent, offerId: string, more: object = {}) =>
  who.call('POST /safety/report', { offerId, reportType: 'no_show', description: 'Nobody came', ...more });

/** The subjects of the operators' mail about a report. */
async function mailsOf(id: string): Promise<string[]> {
  const told = await server.mailsTo({ email: 'safety@campus.edu' });
  return told.filter(({ text }) => text.includes(id)).map(({ subject }) => subject);
}

/** Ann invited Ben, he accepted, the date is over: Ben may report. */
async function dateOver() {
  const [ann, ben] = await pair(server);
  const offerId = await offered(ann, ben);
  await ben.respond(offerId, 'accept');
  clock.advanceSeconds(4 * HOUR);
  return { ann, ben, offerId };
}

describe('POST /safety/report', () => {
  it('by the recipient of a completed offer - is stored with the offer’s content, and hides the other from the reporter', async () => {
    const { ann, ben, offerId } = await dateOver();
    const { status, body } = await report(ben, offerId, { createdAt: '2020-01-01T00:00:00Z' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      offerId,
      reportType: 'no_show',
      createdAt: clock.now().toISOString(),
    });
    expect(await findReport(server.deps, body.id)).toMatchObject({
      reporterId: ben.id,
      reportedId: ann.id,
      description: 'Nobody came',
      evidence: {
        offers: [{ by: 'about', location: 'Library café', activity: 'Coffee', message: 'See you' }],
      },
    });
    expect(await listed(ben)).toEqual([]);
    expect((await ann.call('GET /blocks')).body.items).toEqual([]);
    expect((await ben.call('GET /blocks')).body.items).toMatchObject([{ userId: ann.id, name: 'Ann' }]);
  });

  it('again, and ten times at once - answers the first report and stores one', async () => {
    const { ben, offerId } = await dateOver();
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(ben, offerId)));
    const later = await report(ben, offerId, { reportType: 'fake_profile', description: 'Other words' });
    expect(new Set([...answers, later].map(({ body }) => body.id)).size).toBe(1);
    expect(later.body.reportType).toBe('no_show');
  });

  it('again with other words, in any number - answers as a plain repeat and adds them to the case, up to a limit', async () => {
    const { ben, offerId } = await dateOver();
    const first = await report(ben, offerId);
    const again = async (description: string) => {
      expect(await report(ben, offerId, { description })).toMatchObject({ status: 201, body: first.body });
      return (await findReport(server.deps, first.body.id))!.description;
    };
    expect(await again('She waited at my door afterwards')).toBe(
      'Nobody came\n\nno_show: She waited at my door afterwards',
    );
    for (let at = 0; at < 15; at++) await again(`word ${at}`);
    expect((await again('one more')).split('\n\n')).toHaveLength(10);
    expect(await mailsOf(first.body.id)).toHaveLength(1);
  });

  it('again after the decision - answers as before; new words wait as a report of the person, with the offer, whose decision applies', async () => {
    const { ann, ben, offerId } = await dateOver();
    const first = await report(ben, offerId);
    const dismissed = { outcome: 'dismissed', by: 'kim', reason: '', note: '' } as const;
    await decideReport(server.deps, (await findReport(server.deps, first.body.id))!, dismissed);
    const again = async (more: object = {}) => {
      expect(await report(ben, offerId, more)).toMatchObject({ status: 201, body: first.body });
      return (await listReports(server.deps)).filter(({ reporterId }) => reporterId === ben.id);
    };
    expect(await again()).toEqual([]);
    const grave = { reportType: 'safety_concern', description: 'She waited at my door' };
    const [waiting, ...others] = await again(grave);
    expect(waiting).toMatchObject({
      ...grave,
      reportedId: ann.id,
      decision: null,
      evidence: { name: 'Ann', offers: [{ offerId, by: 'about', message: 'See you' }] },
    });
    expect([others, await again(grave)]).toEqual([[], [waiting]]);
    const described = (await again({ description: 'And again today' })).map(({ description }) => description);
    expect(described).toEqual(['She waited at my door\n\nno_show: And again today']);
    const { id } = waiting!;
    expect(await mailsOf(id)).toContainEqual(expect.stringContaining('a safety report (safety_concern)'));
    expect((await findReport(server.deps, first.body.id))!.description).toBe('Nobody came');
    const upheld = { ...dismissed, outcome: 'upheld', measure: 'suspension', reason: 'Stop.' } as const;
    await decideReport(server.deps, (await findReport(server.deps, id))!, upheld);
    expect((await ann.call('GET /safety/standing')).body.notices).toMatchObject([
      { reason: 'safety_concern' },
    ]);
  });

  it('of an offer hidden by an earlier block - is stored', async () => {
    const { ann, ben, offerId } = await dateOver();
    await ben.call('POST /blocks', { userId: ann.id });
    expect((await report(ben, offerId)).status).toBe(201);
  });

  it('by the sender, or of an offer that is not completed - answers 403; by a stranger - 404; all store nothing', async () => {
    const { ann, offerId } = await dateOver();
    const before = (await listReports(server.deps)).length;
    expect((await report(ann, offerId)).body.code).toBe('report_not_allowed');
    expect((await report(await enrol(server), offerId)).status).toBe(404);
    const [cem, dan] = await pair(server);
    expect((await report(dan, await offered(cem, dan))).body.code).toBe('report_not_allowed');
    expect(await listReports(server.deps)).toHaveLength(before);
  });

  it.each([
    ['details of only spaces', { description: '   ' }],
    ['details that nobody can see', { description: '\u200B \u2060\u2800' }],
    ['an unknown type', { reportType: 'boring' }],
    ['2001 characters', { description: 'x'.repeat(2001) }],
  ])('with %s - answers 400', async (_, more) => {
    const { ben, offerId } = await dateOver();
    expect((await report(ben, offerId, more)).status).toBe(400);
  });
});

describe('a block', () => {
  it('of the student - answers 404; lifted - the pair may meet again', async () => {
    const [ann, ben] = await pair(server);
    expect((await ann.call('POST /blocks', { userId: ann.id })).status).toBe(404);
    await ann.call('POST /blocks', { userId: ben.id });
    expect((await ben.call(`DELETE /blocks/${ann.id}`)).status).toBe(204);
    expect((await ann.call('GET /blocks')).body.items).toHaveLength(1);
    expect((await ann.call(`DELETE /blocks/${ben.id}`)).status).toBe(204);
    expect(await offered(ben, ann)).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe('a deleted account', () => {
  it('leaves reports without its id or address, with the same pseudonym in all', async () => {
    const { ann, ben, offerId } = await dateOver();
    const { id } = (await report(ben, offerId)).body;
    await safety.eraseUser!(ann.id, server.deps);
    await safety.eraseUser!(ann.id, server.deps);
    const kept = (await findReport(server.deps, id))!;
    expect(kept.reportedId).toMatch(/^gone:/);
    const stored = await Promise.all(
      ['pairs_apart', 'safety_reports'].map((name) => server.deps.db.collection(name).find().toArray()),
    );
    expect(JSON.stringify(stored)).not.toContain(ann.id);
    expect(JSON.stringify(stored)).not.toContain(ann.email);
  });
});
