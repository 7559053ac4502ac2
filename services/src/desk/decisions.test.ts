import { pair } from '../resources/offers/testing/campus';
import type { TestStudent } from '@flint/testing';
import { startTestDesk, type TestDesk, type TestDeskBrowser } from './testing/desk';

let desk: TestDesk;
let kim: TestDeskBrowser;
let lou: TestDeskBrowser;
let sam: TestDeskBrowser;
beforeEach(async () => {
  desk = await startTestDesk();
  [kim, lou, sam] = [await desk.signIn('kim'), await desk.signIn('lou'), await desk.signIn('sam')];
});
afterEach(() => desk[Symbol.asyncDispose]());

const report = async (by: TestStudent, about: TestStudent, reason = 'safety_concern'): Promise<string> =>
  (await by.call('POST /safety/reports', { userId: about.id, reason, description: 'He locked the doors.' }))
    .body.id;
const standing = async (who: TestStudent) => (await who.call('GET /safety/standing')).body;
const ban = { outcome: 'upheld', measure: 'ban', reason: 'You locked the doors.', note: 'third report' };

describe('a decision', () => {
  it('its letters - have previews equal to what is sent, and a preview sends nothing', async () => {
    const [ann, ben] = await pair(desk.server);
    const id = await report(ann, ben);
    const verdict = { outcome: 'upheld', measure: 'suspension', reason: 'Please keep your distance.' };
    const { items } = (await kim.call(`POST /cases/${id}/letters`, verdict)).body;
    expect(items.map(({ to, subject }: any) => [to, subject])).toEqual([
      ['about', 'a decision of our safety team'],
      ['reporter', 'the outcome of your report'],
    ]);
    expect(await desk.server.mailsTo(ben)).toEqual([]);
    await kim.call(`POST /cases/${id}/decision`, verdict);
    const [mail] = await desk.server.mailsTo(ben);
    for (const line of items[0].lines) expect(mail!.text).toContain(line);
    expect(items[0].lines.join()).not.toContain(ann.id);
  });

  it('of two operators at once - is that of one; the other gets the name of the faster one', async () => {
    const [ann, ben] = await pair(desk.server);
    const id = await report(ann, ben);
    const verdicts = [
      kim.call(`POST /cases/${id}/decision`, {
        outcome: 'upheld',
        measure: 'warning',
        reason: 'Please stop.',
      }),
      lou.call(`POST /cases/${id}/decision`, { outcome: 'dismissed' }),
    ];
    const answers = await Promise.all(verdicts);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)!.body.decision;
    const lost = answers.find(({ status }) => status === 409)!.body;
    const what = won.measure === 'none' ? won.outcome : won.measure;
    expect(lost.detail).toBe(`${won.by} decided this report meanwhile: ${what}.`);
  });

  it('without a reason - is refused in one sentence and changes nothing', async () => {
    const [ann, ben] = await pair(desk.server);
    const id = await report(ann, ben);
    const { status, body } = await kim.call(`POST /cases/${id}/decision`, { ...ban, reason: '' });
    expect([status, body.detail]).toEqual([422, 'The person is told why: write a reason.']);
    expect((await kim.call(`GET /cases/${id}`)).body).toMatchObject({ decision: null, proposal: null });
  });

  it('a ban - suspends the person, needs approval by a second operator, and its appeal needs a third', async () => {
    const [ann, ben] = await pair(desk.server);
    const id = await report(ann, ben);
    const proposed = await kim.call(`POST /cases/${id}/decision`, ban);
    expect(proposed.body).toMatchObject({
      kind: 'proposal',
      proposal: { by: 'kim', reason: ban.reason },
      decision: null,
    });
    expect((await standing(ben)).restrictedUntil).not.toBeNull();
    expect((await standing(ben)).notices).toEqual([]);
    const second = await lou.call(`POST /cases/${id}/decision`, { outcome: 'dismissed' });
    expect([second.status, second.body.detail]).toEqual([409, 'kim proposed a ban meanwhile.']);

    const own = await kim.call(`POST /cases/${id}/proposal`, { answer: 'approve' });
    expect([own.status, own.body.code]).toEqual([403, 'own_proposal']);
    const approved = await lou.call(`POST /cases/${id}/proposal`, { answer: 'approve' });
    expect(approved.body.decision).toMatchObject({ by: 'kim', approvedBy: 'lou', measure: 'ban' });
    expect((await standing(ben)).notices).toMatchObject([{ measure: 'ban', text: ban.reason }]);

    await ben.call(`POST /safety/notices/${id}/appeal`, { text: 'It was not me.' });
    expect((await kim.call('GET /cases')).body.items).toMatchObject([{ id, kind: 'appeal', group: 'week' }]);
    for (const who of [kim, lou])
      expect((await who.call(`POST /cases/${id}/appeal`, { outcome: 'upheld' })).body.code).toBe(
        'same_operator',
      );
    const overturned = await sam.call(`POST /cases/${id}/appeal`, { outcome: 'overturned' });
    expect(overturned.body.decision.appeal).toMatchObject({
      text: 'It was not me.',
      outcome: 'overturned',
      by: 'sam',
    });
    expect((await standing(ben)).restrictedUntil).toBeNull();
    const late = await sam.call(`POST /cases/${id}/appeal`, { outcome: 'upheld' });
    expect([late.status, late.body.code]).toEqual([409, 'no_appeal']);
  });

  it('a rejected ban - ends the suspension, and the report waits again', async () => {
    const [ann, ben] = await pair(desk.server);
    const id = await report(ann, ben);
    await kim.call(`POST /cases/${id}/decision`, ban);
    expect((await lou.call(`POST /cases/${id}/proposal`, { answer: 'send_back' })).body.kind).toBe('report');
    expect((await standing(ben)).restrictedUntil).toBeNull();
    const again = await lou.call(`POST /cases/${id}/proposal`, { answer: 'approve' });
    expect([again.status, again.body.code]).toEqual([409, 'no_proposal']);
  });
});
