import { abilities, ROUNDS_MAX } from './offers.policy';
import { openThread, applyStep, type Step, type Thread } from './thread';

const NOW = new Date('2027-03-02T12:00:00Z');
const LATER = new Date('2027-03-05T18:00:00Z');
const pending = openThread(
  {
    id: 'r1',
    initiatorId: 'ann',
    inviteeId: 'ben',
    proposedDate: LATER,
    location: 'Library café',
    activity: 'Coffee',
    message: null,
  },
  NOW,
);
const after = (thread: Thread, step: Step): Thread =>
  applyStep(thread, thread.rounds.at(-1)!.id, step, { by: 'invitee', now: NOW })!;
const counter = (thread: Thread): Thread =>
  after(thread, {
    kind: 'reschedule',
    counterId: `r${thread.rounds.length + 1}`,
    proposedDate: LATER,
    location: null,
    activity: null,
    message: null,
  });
const accepted = after(pending, { kind: 'accept', reply: null });
const declined = after(pending, { kind: 'decline', reply: null });
const withdrawn = after(pending, { kind: 'withdraw' });
const calledOff = after(accepted, { kind: 'cancel' });
const calledOffAt = (now: Date): Thread =>
  applyStep(accepted, 'r1', { kind: 'cancel' }, { by: 'initiator', now })!;
const completed = after(accepted, { kind: 'complete' });
const rescheduled = counter(pending);
const gone = (thread: Thread): Thread => ({ ...thread, initiatorId: null });
const left = { id: 'hash', until: new Date(NOW.getTime() + 1) };
let full = pending;
while (full.rounds.length < ROUNDS_MAX) full = counter(full);

/** Names of the abilities on an offer of a thread. */
const may = (thread: Thread, viewer: string, round = thread.rounds.at(-1)!, now = NOW) =>
  Object.entries(abilities(thread, round, viewer, now))
    .filter(([, can]) => can)
    .map(([name]) => name);

describe('the abilities on an offer', () => {
  it.each<[state: string, viewer: string, thread: Thread, names: string[]]>([
    ['pending', 'ben', pending, ['accept', 'decline', 'reschedule']],
    ['pending', 'ann', pending, ['withdraw']],
    ['accepted', 'ben', accepted, ['cancel', 'addToCalendar']],
    ['accepted', 'ann', accepted, ['cancel', 'addToCalendar']],
    ['declined', 'ben', declined, []],
    ['declined', 'ann', declined, []],
    ['withdrawn', 'ben', withdrawn, []],
    ['withdrawn', 'ann', withdrawn, []],
    ['called off', 'ben', calledOff, ['addToCalendar']],
    ['called off', 'ann', calledOff, ['addToCalendar']],
    [
      'called off just before it begins',
      'ben',
      calledOffAt(new Date(LATER.getTime() - 1)),
      ['addToCalendar'],
    ],
    ['called off as it begins', 'ben', calledOffAt(LATER), ['addToCalendar', 'report', 'sayMet']],
    ['called off as it begins', 'ann', calledOffAt(LATER), ['addToCalendar', 'sayMet']],
    [
      'called off as it begins by one whom safety knows',
      'ben',
      { ...gone(calledOffAt(LATER)), left },
      ['addToCalendar', 'report'],
    ],
    ['completed', 'ben', completed, ['report', 'sayMet']],
    ['completed', 'ann', completed, ['sayMet']],
    ['countered', 'ann', rescheduled, ['accept', 'decline', 'reschedule']],
    ['countered', 'ben', rescheduled, ['withdraw']],
    ['pending from a deleted student', 'ben', gone(pending), []],
    ['agreed with a deleted student', 'ben', gone(accepted), ['addToCalendar']],
    ['completed with a deleted student', 'ben', gone(completed), []],
    ['completed with one whom safety knows', 'ben', { ...gone(completed), left }, ['report']],
    [
      'completed with one whom safety has forgotten',
      'ben',
      { ...gone(completed), left: { ...left, until: NOW } },
      [],
    ],
    ['declined by one whom safety knows', 'ben', { ...gone(declined), left }, []],
    ['pending', 'cid', pending, []],
    ['accepted', 'cid', accepted, []],
    ['completed', 'cid', completed, []],
  ])('%s - for %s - are those of the table', (_state, viewer, thread, names) =>
    expect(may(thread, viewer)).toEqual(names),
  );

  it('of an earlier offer of the thread - for either side - are none', () => {
    for (const viewer of ['ann', 'ben']) expect(may(rescheduled, viewer, rescheduled.rounds[0])).toEqual([]);
  });

  it('accept - from the instant of the date on - is not allowed; a moment before it is', () => {
    const at = (milliseconds: number) => new Date(LATER.getTime() + milliseconds);
    expect(may(pending, 'ben', undefined, at(-1))).toContain('accept');
    expect(may(pending, 'ben', undefined, at(0))).toEqual(['decline', 'reschedule']);
    expect(may(pending, 'ben', undefined, at(1))).toEqual(['decline', 'reschedule']);
  });

  it('reschedule - of the last offer that a thread may have - is not allowed; accept and decline are', () => {
    const recipient = full.rounds.at(-1)!.by === 'initiator' ? 'ben' : 'ann';
    expect(full.rounds).toHaveLength(ROUNDS_MAX);
    expect(may(full, recipient)).toEqual(['accept', 'decline']);
  });
});
