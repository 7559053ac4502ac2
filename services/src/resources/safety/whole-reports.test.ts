import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { waitForJobs } from '../jobs/index';
import { enrol, pair } from '../offers/testing/campus';
import { failWrite } from '../testing/fail-write';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock, env: { SAFETY_EMAIL: 'safety@campus.edu' } });

const report = (by: TestStudent, about: TestStudent, more: object = {}) =>
  by.call('POST /safety/reports', {
    userId: about.id,
    reason: 'harassment',
    description: 'He shouted.',
    ...more,
  });

const isListed = async (who: TestStudent, about: TestStudent) =>
  (await who.call('GET /matches')).body.items.some(({ userId }: any) => userId === about.id);
const blocked = async (who: TestStudent) =>
  (await who.call('GET /blocks')).body.items.map(({ userId }: any) => userId);
const mailed = async (id: string) => {
  await waitForJobs(server.deps);
  const mails = await server.mailsTo({ email: 'safety@campus.edu' });
  return mails.filter(({ text }) => text.includes(id)).length;
};

describe('a report', () => {
  it('repeated after the block was lifted - keeps the two apart again', async () => {
    const [ann, ben] = await pair(server);
    const { id } = (await report(ann, ben)).body;
    expect((await ann.call(`DELETE /blocks/${ben.id}`)).status).toBe(204);
    expect((await report(ann, ben)).body.id).toBe(id);
    expect([await isListed(ann, ben), await blocked(ann)]).toEqual([false, [ben.id]]);
  });

  it('of which any one write fails - is whole after a retry: stored once, mailed, and the two are apart', async () => {
    const stored = ['safety_reports', 'safety_turns', 'pairs_apart', 'jobs', 'date_books', 'offer_threads'];
    for (let nth = 1; ; nth++) {
      const [ann, ben] = await pair(server);
      const offerId = (await ben.invite(ann)).body.id;
      let first = 0;
      const hasFailed = await failWrite(nth, stored, async () => {
        first = (await report(ann, ben, { offerId })).status;
      });
      if (!hasFailed) break;
      const { status, body } = await report(ann, ben, { offerId });
      const reports = await server.deps.db
        .collection('safety_reports')
        .countDocuments({ reporterId: ann.id });
      expect({
        nth,
        status,
        reports,
        apart: [await isListed(ann, ben), await blocked(ann), (await ann.call('GET /offers')).body.items],
        isMailed: (await mailed(body.id)) > 0,
        receipts: (await server.mailsTo(ann)).filter(({ subject }) => subject.includes('your report')).length,
      }).toEqual({ nth, status: 201, reports: 1, apart: [false, [ben.id], []], isMailed: true, receipts: 1 });
      expect([201, 500, 503]).toContain(first);
    }
  });

  it('of a completed offer of which any one write fails - is whole after a retry', async () => {
    const stored = ['safety_reports', 'safety_turns', 'pairs_apart', 'jobs', 'date_books', 'offer_threads'];
    for (let nth = 1; ; nth++) {
      const [ann, ben] = await pair(server);
      const offerId = (await ann.invite(ben, { proposedDate: server.inHours(1) })).body.id;
      await ben.respond(offerId, 'accept');
      clock.advanceSeconds(4 * 3600);
      const body = { offerId, reportType: 'no_show', description: 'Nobody came' };
      const hasFailed = await failWrite(nth, stored, () => ben.call('POST /safety/report', body));
      if (!hasFailed) break;
      const again = await ben.call('POST /safety/report', body);
      expect([nth, again.status, await blocked(ben)]).toEqual([nth, 201, [ann.id]]);
      expect([nth, (await mailed(again.body.id)) > 0]).toEqual([nth, true]);
    }
  });

  it('of twelve people at once, beyond the limit of the day - is refused for all but the number allowed', async () => {
    const ann = await server.signIn();
    const people = await Promise.all(
      Array.from({ length: 12 }, () => enrol(server, { name: 'Ben', gender: 'man' })),
    );
    const answers = await Promise.all(people.map((each) => report(ann, each)));
    const stored = await server.deps.db.collection('safety_reports').countDocuments({ reporterId: ann.id });
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([stored, ...statuses]).toEqual([10, ...Array(10).fill(201), 429, 429]);
  });
});
