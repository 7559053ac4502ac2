import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { offersSoFar } from '../offers/index';
import { enrol, introduce, pair } from '../offers/testing/campus';
import { safety } from './safety.resource';

const START = '2027-03-02T12:00:00Z';
const clock = fixedClock(START);

const server = useTestServer({ clock });

type Stage = (ann: TestStudent, ben: TestStudent) => Promise<string[]>;

const offered = async (ann: TestStudent, ben: TestStudent): Promise<string> =>
  (await ann.invite(ben)).body.id;

/** Each relation between two students. Returns their offers. */
const STAGES: Readonly<Record<string, Stage>> = {
  'an offer waits': async (ann, ben) => [await offered(ann, ben)],
  'another time was proposed': async (ann, ben) => {
    const id = await offered(ann, ben);
    const { body } = await ben.respond(id, 'reschedule', {
      rescheduleData: { proposedDate: server.inHours(50) },
    });
    const counter = (await ann.call('GET /offers')).body.items.find(({ counterOf }: any) => counterOf === id);
    expect(body.status).toBe('rescheduled');
    return [id, counter.id];
  },
  'a date is agreed': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await ben.respond(id, 'accept')).status).toBe(200);
    return [id];
  },
  'the offer was declined': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await ben.respond(id, 'decline')).status).toBe(200);
    return [id];
  },
  'the offer was taken back': async (ann, ben) => {
    const id = await offered(ann, ben);
    expect((await ann.call(`POST /offers/${id}/withdraw`)).status).toBe(200);
    return [id];
  },
  'the date was called off': async (ann, ben) => {
    const id = await offered(ann, ben);
    await ben.respond(id, 'accept');
    expect((await ben.call(`POST /offers/${id}/cancel`)).status).toBe(200);
    return [id];
  },
  'the date took place': async (ann, ben) => {
    const id = await offered(ann, ben);
    await ben.respond(id, 'accept');
    clock.advanceSeconds(40 * 3600);
    return [id];
  },
};

const LATER = { rescheduleData: { proposedDate: '2027-03-20T12:00:00Z' } };

/** The answer to everything that a student can do with these offers and the other person. */
async function answersTo(who: TestStudent, other: TestStudent, offers: readonly string[]) {
  const answers = [await who.call('GET /offers'), await who.call('GET /blocks')];
  for (const id of offers) {
    for (const path of ['calendar', 'date']) answers.push(await who.call(`GET /offers/${id}/${path}`));
    for (const path of ['withdraw', 'cancel', 'share'])
      answers.push(await who.call(`POST /offers/${id}/${path}`));
    for (const action of ['accept', 'decline', 'reschedule'])
      answers.push(await who.respond(id, action, action === 'reschedule' ? LATER : {}));
    answers.push(await who.call(`PUT /offers/${id}/meeting`, { met: true, again: true }));
  }
  answers.push(await who.invite(other, { proposedDate: LATER.rescheduleData.proposedDate }));
  return answers.map(({ status, body }) => [status, body]);
}

describe('an offer by a blocked student', () => {
  it('when the blocker invites - does not change the answer', async () => {
    const [ann, ben] = await pair(server);
    expect((await ann.call('POST /blocks', { userId: ben.id })).status).toBe(204);
    const plain = (body: object) => ({ ...body, requestId: null });
    const without = plain((await ann.invite(ben)).body);
    expect(without).toMatchObject({ code: 'not_a_match' });
    expect((await ben.invite(ann, { message: 'I see you' })).status).toBe(201);
    expect(plain((await ann.invite(ben)).body)).toEqual(without);
  });

  it('while and after that student deletes the account - is in no list and no export of the blocker', async () => {
    const [ann, ben] = await pair(server);
    await ann.call('POST /blocks', { userId: ben.id });
    expect((await ben.invite(ann)).status).toBe(201);
    const seen = async () => [
      (await ann.call('GET /offers')).body.items,
      (await ann.call('GET /account/export')).body.data.offers,
    ];
    const nothing = await seen();
    expect(nothing).toEqual([[], []]);
    // an erasure that is interrupted, and finished by the timed work minutes later
    await safety.eraseUser!(ben.id, server.deps);
    expect(await seen()).toEqual(nothing);
    expect((await ben.call('DELETE /account')).status).toBe(204);
    expect(await seen()).toEqual(nothing);
  });

  it('- does not count as waiting for the blocker in the next round', async () => {
    const [ann, ben] = await pair(server);
    const cem = await enrol(server, { name: 'Cem', gender: 'man' });
    await introduce(server, ann, ben, cem);
    await ann.call('POST /blocks', { userId: ben.id });
    for (const man of [ben, cem]) expect((await man.invite(ann)).status).toBe(201);
    expect((await offersSoFar(server.deps)).waiting.get(ann.id)).toBe(1);
  });
});

// in turn, as the rule does not look at who made the offer
const BLOCKS = Object.keys(STAGES).map((stage, at) => [stage, at % 2 === 0 ? 'Ann' : 'Ben'] as const);

describe.each(BLOCKS)('a block when %s, by %s', (stage, who) => {
  it('- hides the other from the student who blocked, also once that account is deleted', async () => {
    clock.set(START);
    const [ann, ben] = await pair(server);
    const [by, other] = who === 'Ann' ? [ann, ben] : [ben, ann];
    const offers = await STAGES[stage]!(ann, ben);
    expect((await by.call('POST /blocks', { userId: other.id })).status).toBe(204);
    const answers = await answersTo(by, other, offers);
    const statuses = answers.slice(2, -1).map(([status]) => status);
    expect(statuses.every((status) => status === 404)).toBe(true);
    expect(answers[0]![1].items).toEqual([]);
    expect(answers.at(-1)![1].code).toBe('not_a_match');
    await other.invite(by);
    expect((await by.call('GET /offers')).body.items).toEqual([]);
    expect((await other.call('DELETE /account')).status).toBe(204);
    expect((await by.call('GET /offers')).body.items).toEqual([]);
  });
});
