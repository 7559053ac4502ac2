import fc from 'fast-check';
import { DAY_MS } from '@flint/contracts/time';
import { partnersIn } from './partners';
import { BLANK } from './round-fields';
import {
  asOf,
  attemptIn,
  endingBy,
  isAgreed,
  isOpen,
  isPending,
  lastRound,
  openThread,
  otherSide,
  partnerIn,
  peopleIn,
  applyStep,
  userAt,
  type Step,
  type Thread,
} from './thread';

const now = new Date('2026-03-02T12:00:00Z');
const by = { by: 'invitee', now } as const;
const fresh = (): Thread =>
  openThread(
    {
      id: 'r1',
      initiatorId: 'ann',
      inviteeId: 'ben',
      proposedDate: new Date('2026-03-05T18:00:00Z'),
      location: 'Library café',
      activity: 'Coffee',
      message: null,
    },
    now,
  );
const accept: Step = { kind: 'accept', reply: null };
const reschedule = (counterId: string): Step => ({
  kind: 'reschedule',
  counterId,
  proposedDate: new Date('2026-03-06T18:00:00Z'),
  location: null,
  activity: null,
  message: 'Friday?',
});

/** The state after each step; a step that is not named changes nothing. */
const AFTER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pending: { accept: 'agreed', decline: 'over', withdraw: 'over', reschedule: 'pending' },
  agreed: { cancel: 'over', complete: 'over' },
};

describe('a step on an offer', () => {
  it('any sequence of steps on any offer of the thread - does what the table says, raises the sequence, writes a line of history, links counter-offers, and bars whose attempt it was', () => {
    const step = fc.record({
      kind: fc.constantFrom('accept', 'decline', 'reschedule', 'withdraw', 'cancel', 'complete'),
      back: fc.integer({ min: 0, max: 1 }),
      by: fc.constantFrom('initiator' as const, 'invitee' as const),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let [thread, state] = [fresh(), 'pending'];
        steps.forEach(({ kind, back, by }, i) => {
          const [before, round] = [thread, thread.rounds.at(-1 - back)];
          if (!round) return;
          const asked = { ...reschedule(`r${i + 2}`), kind } as Step;
          const next = applyStep(before, round.id, asked, { by, now });
          const isAllowed = back === 0 && AFTER[state]?.[kind] !== undefined;
          expect(next !== null).toBe(isAllowed);
          if (!next) return;
          [thread, state] = [next, AFTER[state]![kind]!];
          expect(next.sequence).toBe(before.sequence + (kind === 'complete' ? 0 : 1));
          expect(next.history).toHaveLength(before.history.length + 1);
          const barred = kind === 'cancel' ? otherSide(by) : round.by;
          const ended = ['decline', 'withdraw', 'cancel'].includes(kind);
          expect(attemptIn(next)?.about).toBe(ended ? userAt(next, barred) : undefined);
          expect(isOpen(next)).toBe(state === 'pending' || state === 'agreed');
          expect([isPending(lastRound(next)), isAgreed(lastRound(next))]).toEqual([
            state === 'pending',
            state === 'agreed',
          ]);
          if (kind !== 'reschedule') return;
          const { location, activity } = round;
          const roles = { by: otherSide(round.by), location, activity, message: 'Friday?' };
          expect(lastRound(next)).toMatchObject(roles);
        });
        expect(thread.id).toBe('r1');
        expect(thread.rounds.slice(0, -1).every(({ status }) => status === 'rescheduled')).toBe(true);
      }),
    );
  });

  it('a first offer - opened now - is pending, by the initiator, with one line of history, and never written', () => {
    const round = {
      id: 'r1',
      by: 'initiator',
      proposedDate: new Date('2026-03-05T18:00:00Z'),
      location: 'Library café',
      activity: 'Coffee',
      ...BLANK,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    };
    expect(fresh()).toEqual({
      id: 'r1',
      initiatorId: 'ann',
      inviteeId: 'ben',
      rounds: [round],
      sequence: 0,
      history: [{ at: now, by: 'initiator', step: 'create', roundId: 'r1' }],
      version: 0,
      createdAt: now,
      updatedAt: now,
    });
    const next = applyStep(
      fresh(),
      'r1',
      { ...reschedule('r2'), location: 'Gym', activity: 'Climbing' } as Step,
      by,
    )!;
    expect(next.rounds[1]).toEqual({
      ...round,
      id: 'r2',
      by: 'invitee',
      proposedDate: new Date('2026-03-06T18:00:00Z'),
      location: 'Gym',
      activity: 'Climbing',
      message: 'Friday?',
    });
  });

  const later = new Date('2026-03-03T12:00:00Z');
  it.each<[Step, object]>([
    [
      { kind: 'accept', reply: 'Yes!' },
      { status: 'accepted', reply: 'Yes!', cancelledAt: null },
    ],
    [
      { kind: 'decline', reply: 'Sorry' },
      { status: 'declined', reply: 'Sorry', cancelledAt: null },
    ],
    [{ kind: 'withdraw' }, { status: 'pending', cancelledAt: later, cancelledBy: 'sender' }],
  ])('%j - on a pending offer - changes it, its instant, and one line of history', (step, change) => {
    const next = applyStep(fresh(), 'r1', step, { by: 'invitee', now: later })!;
    expect(lastRound(next)).toEqual({ ...lastRound(fresh()), ...change, updatedAt: later });
    expect(next).toMatchObject({ sequence: 1, updatedAt: later, createdAt: now });
    expect(next.history.at(-1)).toEqual({ at: later, by: 'invitee', step: step.kind, roundId: 'r1' });
    expect(isOpen(next)).toBe(step.kind === 'accept');
  });
});

describe('time that passes over a thread', () => {
  const MINUTE = 60_000;
  const at = (instant: string, minutes = 0) => new Date(Date.parse(instant) + minutes * MINUTE);
  /** The first one answered by a counter-offer: its author is the invitee. */
  const countered = (proposedDate: string) =>
    applyStep(fresh(), 'r1', { ...reschedule('r2'), proposedDate: new Date(proposedDate) } as Step, by)!;
  const SOON = '2026-03-05T18:00:00Z';
  const FAR = '2026-03-20T18:00:00Z';
  const WEEK_AFTER = '2026-03-09T12:00:00Z';
  const agreed = applyStep(countered(SOON), 'r2', accept, { by: 'initiator', now })!;
  const expired = { status: 'pending', cancelledBy: null };
  const attempt = { by: 'ann', about: 'ben' };
  it.each<[string, Thread, string, object, object | null]>([
    ['an offer whose time passes', countered(SOON), SOON, expired, { ...attempt, reason: 'expired' }],
    ['one that nobody answers', countered(FAR), WEEK_AFTER, expired, { ...attempt, reason: 'expired' }],
    [
      'one whose sender has a date then',
      { ...countered(FAR), withdrawAt: at(SOON) },
      SOON,
      { status: 'pending', cancelledBy: 'sender' },
      { ...attempt, reason: 'withdrawn' },
    ],
    [
      'one that ends before its sender withdraws it',
      { ...countered(SOON), withdrawAt: at(SOON) },
      SOON,
      expired,
      { ...attempt, reason: 'expired' },
    ],
    [
      'an agreed date',
      agreed,
      '2026-03-05T20:00:00Z',
      { status: 'completed', cancelledAt: null, cancelledBy: null },
      null,
    ],
  ])('%s - ends at its instant, and not before', (_, thread, end, state, barred) => {
    expect(asOf(thread, at(end, -1))).toBe(thread);
    for (const later of [0, 1000]) {
      const ended = asOf(thread, at(end, later));
      expect(lastRound(ended)).toMatchObject({ ...state, updatedAt: at(end) });
      expect(ended.withdrawAt).toBeUndefined();
      expect(attemptIn(ended)).toEqual(barred);
      expect(asOf(ended, at(end, 9000))).toBe(ended);
    }
  });

  it('the end by a student - is a withdrawal, a decline, or calling the date off', () => {
    const offer = countered(FAR);
    expect(endingBy(offer, 'invitee')).toEqual({ kind: 'withdraw' });
    expect(endingBy(offer, 'initiator')).toEqual({ kind: 'decline', reply: null });
    expect(endingBy(agreed, 'initiator')).toEqual({ kind: 'cancel' });
  });

  it('the other person - is null for a stranger, and once that account is deleted', () => {
    const left = { ...fresh(), inviteeId: null };
    const partners = (thread: Thread) => ['ann', 'ben', 'cid'].map((id) => partnerIn(thread, id));
    expect([partners(fresh()), partners(left)]).toEqual([
      ['ben', 'ann', null],
      [null, null, null],
    ]);
    expect([peopleIn(fresh()), peopleIn(left)]).toEqual([['ann', 'ben'], ['ann']]);
    expect(attemptIn(applyStep(left, 'r1', { kind: 'withdraw' }, { by: 'initiator', now })!)).toBeNull();
    expect(attemptIn(fresh())).toBeNull();
  });
});

const dayOf = (day: number) => new Date(now.getTime() + day * DAY_MS);

/** A date of Ann and Ben, agreed on a day, which ended on the next: by its time, or called off before that. */
function dateOn(day: number, end: Extract<Step['kind'], 'complete' | 'cancel'>): Thread {
  const id = `offer-${day}`;
  const people = { initiatorId: 'ann', inviteeId: 'ben', location: 'Library', activity: 'Coffee' };
  const proposedDate = dayOf(day + (end === 'cancel' ? 2 : 1));
  const offered = openThread({ id, ...people, proposedDate }, dayOf(day));
  const agreed = applyStep(offered, id, { kind: 'accept', reply: null }, { by: 'invitee', now: dayOf(day) })!;
  return applyStep(agreed, id, { kind: end }, { by: 'invitee', now: dayOf(day + 1) })!;
}

describe('partners', () => {
  it.each([
    ['complete', 'met'],
    ['cancel', 'calledOff'],
  ] as const)('of several dates of one pair that ended by %s - the latest counts', (end, member) => {
    // the newest first
    const all = [dateOn(20, end), dateOn(10, end), dateOn(0, end)];
    for (const [who, partner] of [
      ['ann', 'ben'],
      ['ben', 'ann'],
    ] as const)
      expect(partnersIn(who, all)[member]).toEqual(new Map([[partner, dayOf(21)]]));
  });
});
