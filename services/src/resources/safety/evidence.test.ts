import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { runSafety } from '../../safety-command';
import { pair } from '../offers/testing/campus';
import { findReport } from './reports';
import { sealFor } from './sealed-report';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });

const report = (by: TestStudent, about: TestStudent, more: object = {}) =>
  by.call('POST /safety/reports', {
    userId: about.id,
    reason: 'harassment',
    description: 'He wrote this.',
    ...more,
  });
const offersIn = async (id: string) => (await findReport(server.deps, id))!.evidence.offers;

describe('the evidence of a report', () => {
  it('of an offer that the reporter sent - says that the message is the reporter’s', async () => {
    const [ann, ben] = await pair(server);
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
    expect([description, reasons]).toEqual(['He wrote this.\n\nharassment: And he went on.', ['harassment']]);
  });

  it('the same words and offer again - add nothing; many texts - are kept to a limit', async () => {
    const [ann, ben] = await pair(server);
    const { id: offerId } = (await ben.invite(ann)).body;
    const { id } = (await report(ann, ben, { offerId })).body;
    await report(ann, ben, { offerId });
    expect([await offersIn(id), (await findReport(server.deps, id))!.description]).toEqual([
      [expect.objectContaining({ offerId, by: 'about' })],
      'He wrote this.',
    ]);
    for (let i = 0; i < 12; i++) await report(ann, ben, { description: `${i} `.repeat(600) });
    expect((await findReport(server.deps, id))!.description.length).toBeLessThan(22_100);
  });

  it('of an older version - is one offer whose author is unknown, or, for the report of a completed offer, the other', async () => {
    const [ann, ben] = await pair(server);
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
