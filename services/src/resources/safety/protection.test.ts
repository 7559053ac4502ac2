import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isShort } from '@flint/testing/long';
import { journalOf } from '../../infra/journal';
import { offersSoFar } from '../offers/index';
import { agree, introduce, join, joinTwo, pair } from '../offers/testing/campus';
import { failWrite, writesToFail } from '../testing/fail-write';
import { decideReport } from './decisions';
import { ownMark } from './marks';
import { logAct } from './operator-log';
import { findReport } from './reports';
import { safety } from './safety.resource';
import { report } from './testing/report';

const START = '2027-03-02T12:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock });

const journal = () => journalOf(server.deps.db);
/** The collections of acts since an instant. */
async function journaledSince(instant: Date): Promise<string[]> {
  const found = new Set<string>();
  for await (const act of journal().since(instant))
    found.add('collection' in act ? act.collection : 'erased');
  return [...found].toSorted();
}

/** Makes these calls one after another, whatever the answers. */
async function inTurn(student: TestStudent, ...calls: readonly [at: string, body?: unknown][]) {
  for (const [at, body] of calls) await student.call(at, body);
}

/** What protects students, and the collections that it writes. */
const ACTS: Record<string, [act: (ann: TestStudent, ben: TestStudent) => Promise<unknown>, ...string[]]> = {
  'a block': [(ann, ben) => ann.call('POST /blocks', { userId: ben.id }), 'pairs_apart'],
  'a report': [report, 'pairs_apart', 'safety_reports'],
  'not for me': [(ann, ben) => ann.call(`POST /matches/${ben.id}/hide`), 'pairs_apart'],
  'hidden addresses': [
    (ann) => ann.call('POST /safety/hidden-contacts', { emails: ['eve@campus.edu'] }),
    'pairs_apart',
  ],
  'a pause': [(ann) => ann.call('PUT /safety/pause', { paused: true }), 'safety_standings'],
  'a decline': [async (ann, ben) => ann.respond((await ben.invite(ann)).body.id, 'decline'), 'pairs_apart'],
  'a calendar address that ended': [
    (ann) => inTurn(ann, ['POST /calendar-feed'], ['DELETE /calendar-feed']),
    'calendar_feeds',
  ],
  'a link to a date that was revoked': [
    async (ann, ben) => {
      const id = await agree(ben, ann);
      await inTurn(ann, [`POST /offers/${id}/share`], [`DELETE /offers/${id}/share`]);
    },
    'shared_dates',
  ],
  'mail that was turned off': [
    (ann) => ann.call('PUT /offers/mail', { wanted: false }),
    'offer_mail_choices',
  ],
  'names that alerts no longer show': [
    (ann) => ann.call('PUT /alerts', { kinds: [], quiet: null, showNames: false }),
    'alert_choices',
  ],
  'an act of an operator': [() => logAct(server.deps, 'kim', 'list'), 'safety_log', 'safety_log_ends'],
};

/** Acts on an offer, which only somebody on the list gets. */
const NEED_LISTS = ['a decline', 'a link to a date that was revoked'];

describe('a process that ends after a commit, before it writes the journal', () => {
  it.each(Object.entries(ACTS))(
    '%s - is written there by timed work',
    async (what, [act, ...collections]) => {
      const [ann, ben] = NEED_LISTS.includes(what) ? await pair(server) : await joinTwo(server);
      clock.advanceSeconds(1);
      const before = clock.now();
      const ended = jest.spyOn(journal(), 'keep').mockRejectedValue(new Error('killed'));
      await act(ann, ben).catch(() => undefined);
      ended.mockRestore();
      expect(await journaledSince(before)).toEqual([]);
      clock.advanceSeconds(61);
      await journal().ship();
      expect(await journaledSince(before)).toEqual(collections);
    },
  );

  it('a decision - is written there although its repeat is refused', async () => {
    const [ann, ben] = await joinTwo(server);
    const { id } = (await report(ann, ben)).body;
    clock.advanceSeconds(61);
    const before = clock.now();
    const verdict = { outcome: 'upheld', measure: 'warning', by: 'kim', reason: 'No.', note: '' } as const;
    const decide = async () => decideReport(server.deps, (await findReport(server.deps, id))!, verdict);
    const ended = jest.spyOn(journal(), 'keep').mockRejectedValue(new Error('killed'));
    await expect(decide()).rejects.toThrow('killed');
    ended.mockRestore();
    expect(await decide()).toEqual({ refused: 'decided' });
    clock.advanceSeconds(61);
    await journal().ship();
    expect(await journaledSince(before)).toEqual(['safety_reports', 'safety_standings']);
  });
});

const ANSWERS = { bundle_intro: { display_name: 'Ben', date_of_birth: '2005-01-15' } };
const RETURNS = ['PATCH /profile', 'POST /profile'];
const WRITTEN = [
  'contact_marks',
  'date_books',
  'pairs_apart',
  'profiles',
  'safety_reports',
  'safety_standings',
  'safety_turns',
];

describe('a suspended student who returns by PATCH or POST /profile', () => {
  it('of which any one write fails - is suspended as soon as there is a profile, and after a repeat has all that was kept', async () => {
    const [ann, cem] = await joinTwo(server);
    /** A student who is suspended, has an open report and a block, leaves and signs in again. */
    const returned = async () => {
      const ben = await join(server);
      const decided: string = (await report(ann, ben)).body.id;
      const open: string = (await report(cem, ben)).body.id;
      const verdict = {
        outcome: 'upheld',
        measure: 'suspension',
        by: 'kim',
        reason: 'No.',
        note: '',
      } as const;
      await decideReport(server.deps, (await findReport(server.deps, decided))!, verdict);
      await ben.call('DELETE /account');
      clock.advanceSeconds(86_400);
      return { back: await server.signIn(ben.email), open };
    };
    let tries = 0;
    for (const nth of writesToFail(0)) {
      // in turn, or each
      const calls = isShort ? [RETURNS[tries++ % RETURNS.length]!] : RETURNS;
      const failed = [];
      for (const call of calls) {
        const { back, open } = await returned();
        const enterAgain = () => back.call(call, { answers: ANSWERS });
        const standing = async () => (await back.call('GET /safety/standing')).body;
        failed.push(await failWrite(nth, WRITTEN, enterAgain));
        if ((await back.call('GET /profile')).status === 200)
          expect([call, nth, (await standing()).notices]).toEqual([call, nth, [expect.anything()]]);
        const { status } = await enterAgain();
        expect([call, nth, [200, 201, 409].includes(status)]).toEqual([call, nth, true]);
        const { restrictedUntil, notices } = await standing();
        expect({
          call,
          nth,
          isSuspended: new Date(restrictedUntil) > clock.now(),
          notices: notices.length,
          hasMark: (await ownMark(server.deps, back.id)) !== null,
          isReported: (await findReport(server.deps, open))!.reportedId === back.id,
        }).toEqual({ call, nth, isSuspended: true, notices: 1, hasMark: true, isReported: true });
      }
      if (!failed.includes(true)) break;
    }
  });
});

describe('an offer by a blocked student', () => {
  it('- changes no answer to the blocker, does not count as waiting in the next round, and is in no list or export, also while and after the account is deleted', async () => {
    const [ann, ben] = await joinTwo(server);
    const cem = await join(server, { name: 'Cem', gender: 'man' });
    await introduce(server, ann, ben, cem);
    expect((await ann.call('POST /blocks', { userId: ben.id })).status).toBe(204);
    const plain = (body: object) => ({ ...body, requestId: null });
    const without = plain((await ann.invite(ben)).body);
    expect(without).toMatchObject({ code: 'not_a_match' });
    expect((await ben.invite(ann, { message: 'I see you' })).status).toBe(201);
    expect(plain((await ann.invite(ben)).body)).toEqual(without);
    const seen = async () => [
      (await ann.call('GET /offers')).body.items,
      (await ann.call('GET /account/export')).body.data.offers,
    ];
    expect(await seen()).toEqual([[], []]);
    expect((await cem.invite(ann)).status).toBe(201);
    expect((await offersSoFar(server.deps)).waiting.get(ann.id)).toBe(1);
    const ofCem = await seen();
    // an erasure that is interrupted, and finished by the timed work minutes later
    await safety.eraseUser!(ben.id, server.deps);
    expect(await seen()).toEqual(ofCem);
    expect((await ben.call('DELETE /account')).status).toBe(204);
    expect(await seen()).toEqual(ofCem);
  });
});

const offered = async (from: TestStudent, to: TestStudent): Promise<string> =>
  (await from.invite(to)).body.id;

type Stage = (ann: TestStudent, ben: TestStudent) => Promise<string[]>;

/** Each relation between two students. Returns their offers. */
const STAGES: Readonly<Record<string, Stage>> = {
  'another time was proposed': async (ann, ben) => {
    const id = await offered(ann, ben);
    const { body } = await ben.respond(id, 'reschedule', {
      rescheduleData: { proposedDate: server.inHours(50) },
    });
    const counter = (await ann.call('GET /offers')).body.items.find(({ counterOf }: any) => counterOf === id);
    expect(body.status).toBe('rescheduled');
    return [id, counter.id];
  },
  'an offer waits': async (ann, ben) => [await offered(ann, ben)],
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

// in turn, as the rule does not look at who made the offer
const BLOCKS = Object.keys(STAGES)
  .map((stage, at) => [stage, at % 4 < 2 ? 'Ann' : 'Ben'] as const)
  .filter((_, at) => !isShort || at % 2 === 0);

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
