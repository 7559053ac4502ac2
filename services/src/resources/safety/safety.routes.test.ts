import { REPORT_REASONS, type ReportReason } from '@flint/contracts';
import { fixedClock, waitForJobs } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { registry } from '../../infra/metrics';
import { forgetMeetings, introduce, join, useCast } from '../offers/testing/campus';
import { decideReport } from './decisions';
import { sendReportReceipt } from './letters';
import { hasCut, markOf } from './index';
import { reports } from './report.model';
import { findReport, listReports, measureReports } from './reports';
import type { OpenReport } from './sealed-report';
import { report as reportPerson } from './testing/report';
import { inUnit } from './unit-of-work';

const HOUR = 3600;
const START = '2026-03-02T12:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock, env: { SAFETY_EMAIL: 'safety@campus.edu' } });
const cast = useCast(server);
beforeEach(async () => {
  clock.set(START);
  await forgetMeetings(server, ['safety_reports', 'safety_turns']);
});

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
  const { ann, ben } = cast;
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

  it('of an offer that an earlier block hides, five times at once - is stored once; again with other words - adds them to the case, up to ten', async () => {
    const { ann, ben, offerId } = await dateOver();
    await ben.call('POST /blocks', { userId: ann.id });
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(ben, offerId)));
    const [first] = answers;
    for (const { status, body } of answers) expect([status, body]).toEqual([201, first!.body]);
    const again = async (description: string, more: object = {}) => {
      const answer = await report(ben, offerId, { description, ...more });
      expect(answer).toMatchObject({ status: 201, body: first!.body });
      return (await findReport(server.deps, first!.body.id))!.description;
    };
    expect(await again('She waited at my door afterwards')).toBe(
      'Nobody came\n\nno_show: She waited at my door afterwards',
    );
    for (let texts = 3; texts <= 11; texts++)
      expect((await again(`word ${texts}`)).split('\n\n')).toHaveLength(Math.min(texts, 10));
    expect(await mailsOf(first!.body.id)).toHaveLength(1);
    expect(await again('Other words', { reportType: 'fake_profile' })).toContain('fake_profile: Other words');
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

  it('again, while no key opens the first - answers as before; its words wait as one report of the person', async () => {
    const { ben, offerId } = await dateOver();
    const first = await report(ben, offerId);
    await reports(server.deps.db).updateOne({ reporterId: ben.id }, { description: 'sealed:a:AAAA' });
    const said = { description: 'She waited at my door' };
    for (let tries = 0; tries < 2; tries++)
      expect(await report(ben, offerId, said)).toMatchObject({ status: 201, body: first.body });
    const texts = (await listReports(server.deps)).map(({ description }) => description);
    expect(texts).toEqual([expect.stringContaining('cannot be read'), said.description]);
  });

  it('that has expired - closes the appeal of what was decided, which the student still sees', async () => {
    const { ben, ann, offerId } = await dateOver();
    const { id } = (await report(ben, offerId)).body;
    const kept = (await findReport(server.deps, id))!;
    const upheld = { outcome: 'upheld', by: 'kim', reason: 'Stop.', note: '' } as const;
    await decideReport(server.deps, kept, { ...upheld, measure: 'suspension' });
    const appeals = async () =>
      (await ann.call('GET /safety/standing')).body.notices.map(({ appeal, text }: any) => [appeal, text]);
    expect(await appeals()).toEqual([['none', 'Stop.']]);
    await server.deps.db.models.SafetyReport!.deleteOne({ _id: id });
    expect(await appeals()).toEqual([['closed', '']]);
    const { status } = await ann.call(`POST /safety/notices/${id}/appeal`, { text: 'It was not me.' });
    expect(status).toBe(404);
  });

  it('by the sender, or of an offer that is not completed - answers 403; by a stranger - 404; all store nothing', async () => {
    const { ann, offerId } = await dateOver();
    const before = (await listReports(server.deps)).length;
    expect((await report(ann, offerId)).body.code).toBe('report_not_allowed');
    expect((await report(cast.dan, offerId)).status).toBe(404);
    expect((await report(cast.cem, await offered(ann, cast.cem))).body.code).toBe('report_not_allowed');
    expect(await listReports(server.deps)).toHaveLength(before);
  });

  it('without details that somebody can see, of an unknown type, or with 2001 characters - answers 400', async () => {
    const { ben, offerId } = await dateOver();
    for (const more of [
      { description: '   ' },
      { description: '\u200B \u2060\u2800' },
      { reportType: 'boring' },
      { description: 'x'.repeat(2001) },
    ])
      expect([more, (await report(ben, offerId, more)).status]).toEqual([more, 400]);
    expect((await report(ben, offerId, { description: 'x'.repeat(2000) })).status).toBe(201);
  });
});

/** A word by which the reporter knows each reason. */
const WORDS: Readonly<Record<ReportReason, string>> = {
  no_show: 'not coming',
  inappropriate_behavior: 'behavior',
  safety_concern: 'safety concern',
  fake_profile: 'fake profile',
  harassment: 'harassment',
  underage: 'under 18',
  impersonation: 'someone else',
  scam: 'scam',
  hate: 'hateful',
  photos: 'photos',
  other: 'something else',
};

describe('the receipt of a report', () => {
  it('for each reason - names it, and says whom to call in an emergency', async () => {
    const { ann } = cast;
    for (const reportType of REPORT_REASONS) {
      await inUnit(server.deps, (unit) =>
        sendReportReceipt(server.deps, { reporterId: ann.id, reportType } as OpenReport, unit),
      );
      await waitForJobs(server.deps);
      const { text } = (await server.mailsTo(ann)).at(-1)!;
      const words = `report \\([^)]*${WORDS[reportType]}[^]*call your local emergency number`;
      expect([reportType, text]).toEqual([reportType, expect.stringMatching(new RegExp(words))]);
    }
  });
});

describe('reports that wait', () => {
  it('- are measured by the oldest without a decision; their reporter sees the newest first, and whom they hide', async () => {
    const measured = async () => {
      await measureReports(server.deps);
      return (await registry.getSingleMetric('flint_report_oldest_seconds')!.get()).values[0]!.value;
    };
    expect(await measured()).toBe(0);
    const { ann, ben, cem } = cast;
    const { id } = (await reportPerson(ann, ben)).body;
    clock.advanceSeconds(600);
    await reportPerson(ann, cem);
    clock.advanceSeconds(60);
    expect(await measured()).toBe(660);
    const dismissed = { outcome: 'dismissed', by: 'kim', reason: '', note: '' } as const;
    await decideReport(server.deps, (await findReport(server.deps, id))!, dismissed);
    expect(await measured()).toBe(60);
    const outcome = 'We could not find enough to act on. You two stay hidden from each other.';
    expect((await ann.call('GET /safety/reports')).body.items).toMatchObject([
      { name: 'Cem', decidedAt: null, outcome: null },
      { name: 'Ben', decidedAt: clock.now().toISOString(), outcome },
    ]);
    expect((await ann.call('GET /blocks')).body.items).toMatchObject([{ name: 'Cem' }, { name: 'Ben' }]);
  });
});

describe('a block', () => {
  it('of the student - answers 404; lifted - the pair may meet again', async () => {
    const { ann, ben } = cast;
    expect((await ann.call('POST /blocks', { userId: ann.id })).status).toBe(404);
    await ann.call('POST /blocks', { userId: ben.id });
    expect((await ben.call(`DELETE /blocks/${ann.id}`)).status).toBe(204);
    expect((await ann.call('GET /blocks')).body.items).toHaveLength(1);
    expect((await ann.call(`DELETE /blocks/${ben.id}`)).status).toBe(204);
    expect(await offered(ben, ann)).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe('a student who met somebody and left', () => {
  async function men() {
    const three = ['Ben', 'Cem', 'Dan'].map((name) => join(server, { name, gender: 'man' }));
    const [ben, cem, dan] = (await Promise.all(three)) as [TestStudent, TestStudent, TestStudent];
    await introduce(server, cast.ann, ben, cem, dan);
    return { ann: cast.ann, ben, cem, dan };
  }
  const agreed = async (by: TestStudent, to: TestStudent, hours: number): Promise<string> => {
    const id = await offered(by, to, hours);
    expect((await to.respond(id, 'accept')).status).toBe(200);
    return id;
  };
  const leave = async (...all: readonly TestStudent[]) => {
    for (const who of all) expect((await who.call('DELETE /account')).status).toBe(204);
  };
  const comeBack = ({ email }: TestStudent) => join(server, { name: 'Benno', gender: 'man', email });

  it('as the date begins, or a day later, and came back after the report or before - can be reported by the recipient, unnamed, and the case follows the mailbox', async () => {
    const { ann, ben, cem, dan } = await men();
    const early = [ben, await agreed(ben, ann, 30)] as const;
    const late = [cem, await agreed(cem, ann, 33)] as const;
    const third = await agreed(dan, ann, 36);
    clock.advanceSeconds(30 * HOUR);
    for (const [who, offerId] of [early, late]) {
      await leave(who);
      expect((await listed(ann)).find(({ id }) => id === offerId)).toMatchObject({
        status: 'completed',
        fromUser: { id: null },
        can: { report: true, sayMet: false },
      });
      const { body } = await report(ann, offerId);
      const evidence = { offers: [{ offerId, status: 'completed', by: 'about', message: null }] };
      const mark = markOf(server.deps, who.email);
      expect(await findReport(server.deps, body.id)).toMatchObject({ reportedId: mark, evidence });
      const back = await comeBack(who);
      expect(await findReport(server.deps, body.id)).toMatchObject({ reportedId: back.id });
      expect(await hasCut(server.deps, ann.id, back.id)).toBe(true);
      clock.advanceSeconds(27 * HOUR);
    }
    await leave(dan);
    const back = await comeBack(dan);
    const { id } = (await report(ann, third)).body;
    expect(await findReport(server.deps, id)).toMatchObject({ reportedId: back.id, isUnnamed: true });
    const names = (await ann.call('GET /safety/reports')).body.items.map(({ name }: any) => name);
    expect(names).toEqual(Array(3).fill('A student'));
    expect((await ann.call('GET /blocks')).body.items).toEqual([]);
  });

  it('before the date, as its recipient, or more than two years ago - cannot be reported', async () => {
    const { ann, ben, cem, dan } = await men();
    const early = await agreed(ben, ann, 30);
    const late = await agreed(cem, ann, 33);
    const own = await agreed(ann, dan, 36);
    clock.advanceSeconds(30 * HOUR - 1);
    await leave(ben);
    expect((await report(ann, early)).status).toBe(403);
    clock.advanceSeconds(24 * HOUR);
    await leave(cem, dan);
    expect((await report(ann, own)).status).toBe(403);
    clock.advanceSeconds(2 * 365 * 24 * HOUR);
    expect((await report(ann, late)).status).toBe(403);
  });
});
