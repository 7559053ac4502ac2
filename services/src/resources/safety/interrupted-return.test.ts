import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { join } from '../offers/testing/campus';
import { failWrite, writesToFail } from '../testing/fail-write';
import { decideReport } from './decisions';
import { ownMark } from './marks';
import { findReport } from './reports';
import { report } from './testing/report';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });

const ANSWERS = { bundle_intro: { display_name: 'Ben', date_of_birth: '2005-01-15' } };
const WRITTEN = [
  'contact_marks',
  'date_books',
  'pairs_apart',
  'profiles',
  'safety_reports',
  'safety_standings',
  'safety_turns',
];

/** A student who is suspended, has an open report and a block, leaves and signs in again. */
async function returned() {
  const [ann, cem, ben] = [await join(server), await join(server), await join(server)];
  const reportBy = async (by: TestStudent): Promise<string> => (await report(by, ben)).body.id;
  const [decided, open] = [await reportBy(ann), await reportBy(cem)];
  await decideReport(server.deps, (await findReport(server.deps, decided))!, {
    outcome: 'upheld',
    measure: 'suspension',
    by: 'kim',
    reason: 'Please stop.',
    note: '',
  });
  await ben.call('DELETE /account');
  clock.advanceSeconds(61);
  return { back: await server.signIn(ben.email), open };
}

describe.each(['PATCH /profile', 'POST /profile'])('a suspended student who returns by %s', (call) => {
  it('of which any one write fails - is suspended as soon as there is a profile, and after a repeat has all that was kept', async () => {
    for (const nth of writesToFail(2)) {
      const { back, open } = await returned();
      const enterAgain = () => back.call(call, { answers: ANSWERS });
      const standing = async () => (await back.call('GET /safety/standing')).body;
      const hasFailed = await failWrite(nth, WRITTEN, enterAgain);
      if ((await back.call('GET /profile')).status === 200)
        expect([nth, (await standing()).notices]).toEqual([nth, [expect.anything()]]);
      const { status } = await enterAgain();
      expect([nth, [200, 201, 409].includes(status)]).toEqual([nth, true]);
      const { restrictedUntil, notices } = await standing();
      expect({
        nth,
        isSuspended: new Date(restrictedUntil) > clock.now(),
        notices: notices.length,
        hasMark: (await ownMark(server.deps, back.id)) !== null,
        isReported: (await findReport(server.deps, open))!.reportedId === back.id,
      }).toEqual({ nth, isSuspended: true, notices: 1, hasMark: true, isReported: true });
      if (!hasFailed) break;
    }
  });
});
