import type { TestStudent } from '@flint/testing';
import { missedDates } from '../offers/meetings';
import { agree, introduce, join, joinAnother, useCastAt } from '../offers/testing/campus';
import { markOf } from './index';
import { findReport } from './reports';

const START = '2027-03-02T12:00:00Z';
const MINUTE = 60;
const { clock, server, cast } = useCastAt(START);

/** A date to which Ann said yes, called off by `end` some minutes after its start. */
async function calledOff(minutes: number, end: (ben: TestStudent, id: string) => Promise<unknown>) {
  clock.set(START);
  const { ann } = cast;
  const ben = await joinAnother(server, ann);
  const id = await agree(ben, ann);
  clock.advanceSeconds((30 * 60 + minutes) * MINUTE);
  await end(ben, id);
  const offer = async () =>
    (await ann.call('GET /offers')).body.items.find((each: { id: string }) => each.id === id);
  return { ann, ben, id, offer };
}

const CALLS_OFF: Readonly<Record<string, Parameters<typeof calledOff>[1]>> = {
  'calls off': (ben, id) => ben.call(`POST /offers/${id}/cancel`),
  blocks: (ben) => ben.call('POST /blocks', { userId: cast.ann.id }),
};

describe('a sender who ends a date that has begun', () => {
  it.each(Object.keys(CALLS_OFF))('and %s, then deletes the account - can be reported', async (how) => {
    const { ann, ben, id, offer } = await calledOff(50, CALLS_OFF[how]!);
    expect(await offer()).toMatchObject({ status: 'accepted', cancelledBy: 'sender', can: { report: true } });
    expect((await ben.call('DELETE /account')).status).toBe(204);
    expect(await offer()).toMatchObject({ fromUser: { id: null }, can: { report: true, sayMet: false } });
    const said = { offerId: id, reportType: 'safety_concern', description: 'He followed me home.' };
    const { status, body } = await ann.call('POST /safety/report', said);
    expect(status).toBe(201);
    expect(await findReport(server.deps, body.id)).toMatchObject({
      reportedId: markOf(server.deps, ben.email),
    });
  });

  it('and calls off before its start, then deletes the account - cannot be reported', async () => {
    const { ann, ben, id, offer } = await calledOff(-1, CALLS_OFF['calls off']!);
    await ben.call('DELETE /account');
    expect((await offer()).can.report).toBe(false);
    const said = { offerId: id, reportType: 'no_show', description: 'Nobody came' };
    expect((await ann.call('POST /safety/report', said)).body.code).toBe('report_not_allowed');
  });

  it('and never came, but calls off a minute before its end - can be named as missing, like anybody', async () => {
    const said = { met: false, reason: 'they_missed' };
    const { ann, ben, id, offer } = await calledOff(119, CALLS_OFF['calls off']!);
    expect((await ann.call(`PUT /offers/${id}/meeting`, said)).status).toBe(200);
    expect(await offer()).toMatchObject({ meeting: said });
    clock.set(START);
    const eve = await join(server, { name: 'Eve' });
    await introduce(server, eve, ben);
    await server.deps.db.collection('date_books').deleteMany({});
    const second = await agree(ben, eve);
    clock.advanceSeconds(33 * 60 * MINUTE);
    await eve.call(`PUT /offers/${second}/meeting`, said);
    expect(await missedDates(server.deps)).toEqual(new Map([[ben.id, 2]]));
  });
});
