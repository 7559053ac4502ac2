import fc from 'fast-check';
import {
  isAgreed,
  isOpen,
  isPending,
  lastRound,
  openThread,
  otherSide,
  take,
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

describe('a step on an offer', () => {
  it('accept - on a pending offer - agrees and raises the sequence', () => {
    const next = take(fresh(), 'r1', accept, by);
    expect(next).toMatchObject({ sequence: 1, rounds: [{ status: 'accepted' }] });
  });

  it('reschedule - on a pending offer - links a pending counter-offer with the roles swapped, place and activity kept', () => {
    const next = take(fresh(), 'r1', reschedule('r2'), by)!;
    expect(next.rounds).toMatchObject([
      { id: 'r1', by: 'initiator', status: 'rescheduled' },
      {
        id: 'r2',
        by: 'invitee',
        status: 'pending',
        location: 'Library café',
        activity: 'Coffee',
        message: 'Friday?',
      },
    ]);
    expect(next.id).toBe('r1');
  });

  it.each(['accept', 'decline', 'withdraw', 'reschedule'] as const)(
    '%s - on an offer that was answered - changes nothing',
    (kind) => {
      const answered = take(fresh(), 'r1', { kind: 'decline', reply: null }, by)!;
      expect(take(answered, 'r1', { ...reschedule('r2'), kind } as Step, by)).toBeNull();
    },
  );

  it('accept - on an earlier offer of the thread - changes nothing', () => {
    const next = take(fresh(), 'r1', reschedule('r2'), by)!;
    expect(take(next, 'r1', accept, by)).toBeNull();
  });

  it('cancel - of an agreed date by the recipient - keeps the status and says who', () => {
    const agreed = take(fresh(), 'r1', accept, by)!;
    const next = take(agreed, 'r1', { kind: 'cancel' }, by)!;
    expect(lastRound(next)).toMatchObject({ status: 'accepted', cancelledAt: now, cancelledBy: 'recipient' });
    expect(isOpen(next)).toBe(false);
    expect(take(next, 'r1', { kind: 'complete' }, by)).toBeNull();
  });

  // spec: S4.10
  it('any sequence of steps - never opens two offers, never lowers the sequence, writes one history line per change', () => {
    const kinds = fc.constantFrom('accept', 'decline', 'reschedule', 'withdraw', 'cancel', 'complete');
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 12 }), (steps) => {
        let thread = fresh();
        steps.forEach((kind, i) => {
          const before = thread;
          const round = lastRound(before);
          const next = take(before, round.id, { ...reschedule(`r${i + 2}`), kind } as Step, {
            by: otherSide(round.by),
            now,
          });
          if (!next) return;
          thread = next;
          expect(next.sequence).toBeGreaterThanOrEqual(before.sequence);
          expect(next.history).toHaveLength(before.history.length + 1);
        });
        expect(thread.rounds.filter((each) => isPending(each) || isAgreed(each)).length).toBeLessThanOrEqual(
          1,
        );
        expect(thread.rounds.slice(0, -1).every(({ status }) => status === 'rescheduled')).toBe(true);
      }),
    );
  });
});
