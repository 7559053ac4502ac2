import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { join, pair } from '../offers/testing/campus';
import { hasCut, markOf } from './index';
import { findReport } from './reports';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });

describe('a student who met somebody and left', () => {
  const START = '2027-03-03T18:00:00Z';
  /** Ben's agreed offer to Ann; he deletes his account when the clock shows `at`. */
  async function dateWith(ben: TestStudent, ann: TestStudent, at: string): Promise<string> {
    const { id } = (await ben.invite(ann, { proposedDate: START })).body;
    expect((await ann.respond(id, 'accept')).status).toBe(200);
    clock.set(at);
    expect((await ben.call('DELETE /account')).status).toBe(204);
    return id;
  }
  const complain = (who: TestStudent, offerId: string) =>
    who.call('POST /safety/report', {
      offerId,
      reportType: 'safety_concern',
      description: 'He locked me in.',
      createdAt: clock.now().toISOString(),
    });

  beforeEach(() => clock.set('2027-03-02T12:00:00Z'));

  it.each([
    ['as the date begins', START],
    ['a day later', '2027-03-04T18:00:00Z'],
  ])('%s - can be reported by the recipient, and the case follows the mailbox', async (_when, at) => {
    const [ann, ben] = await pair(server);
    const id = await dateWith(ben, ann, at);
    expect((await ann.call('GET /offers')).body.items).toMatchObject([
      { id, status: 'completed', fromUser: { id: null }, can: { report: true, sayMet: false } },
    ]);
    const filed = await complain(ann, id);
    expect(filed.status).toBe(201);
    const mark = markOf(server.deps, ben.email);
    const evidence = { offers: [{ offerId: id, status: 'completed', by: 'about', message: null }] };
    expect(await findReport(server.deps, filed.body.id)).toMatchObject({ reportedId: mark, evidence });
    // whoever returns is not named to her, and the two stay apart
    const back = await join(server, { name: 'Ben', gender: 'man', email: ben.email });
    expect(await findReport(server.deps, filed.body.id)).toMatchObject({ reportedId: back.id });
    expect(await hasCut(server.deps, ann.id, back.id)).toBe(true);
    expect((await ann.call('GET /safety/reports')).body.items).toMatchObject([{ name: 'A student' }]);
    expect((await ann.call('GET /blocks')).body.items).toEqual([]);
  });

  it('and came back before the report - is reported under the new account, unnamed', async () => {
    const [ann, ben] = await pair(server);
    const id = await dateWith(ben, ann, '2027-03-04T18:00:00Z');
    const back = await join(server, { name: 'Benno', gender: 'man', email: ben.email });
    const filed = await complain(ann, id);
    const found = await findReport(server.deps, filed.body.id);
    expect(found).toMatchObject({ reportedId: back.id, isUnnamed: true });
    expect((await ann.call('GET /safety/reports')).body.items).toMatchObject([{ name: 'A student' }]);
  });

  it('before the date, as its recipient, or more than two years ago - cannot be reported', async () => {
    const [ann, ben] = await pair(server);
    const early = await dateWith(ben, ann, '2027-03-03T17:59:59Z');
    expect((await complain(ann, early)).status).toBe(403);
    clock.set('2027-03-02T12:00:00Z');
    const [eve, dan] = await pair(server);
    const id = await dateWith(dan, eve, '2027-03-04T18:00:00Z');
    clock.set('2029-03-03T18:00:00Z');
    expect((await complain(eve, id)).status).toBe(403);
    const [amy, bob] = await pair(server);
    const sent = (await amy.invite(bob)).body.id;
    expect((await bob.respond(sent, 'accept')).status).toBe(200);
    clock.set('2029-03-10T18:00:00Z');
    expect((await bob.call('DELETE /account')).status).toBe(204);
    expect((await complain(amy, sent)).status).toBe(403);
  });
});
