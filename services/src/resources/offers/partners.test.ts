import { DAY_MS } from '@flint/contracts/time';
import { partnersIn } from './partners';
import { applyStep, openThread, type Step, type Thread } from './thread';

const START = Date.parse('2027-03-02T12:00:00Z');
const dayOf = (day: number) => new Date(START + day * DAY_MS);

/** A date of Ann and Ben, agreed on a day, which ended on the next. */
function dateOn(day: number, end: Extract<Step['kind'], 'complete' | 'cancel'>): Thread {
  const id = `offer-${day}`;
  const people = { initiatorId: 'ann', inviteeId: 'ben', location: 'Library', activity: 'Coffee' };
  const offered = openThread({ id, ...people, proposedDate: dayOf(day + 1) }, dayOf(day));
  const agreed = applyStep(offered, id, { kind: 'accept', reply: null }, { by: 'invitee', now: dayOf(day) })!;
  return applyStep(agreed, id, { kind: end }, { by: 'invitee', now: dayOf(day + 1) })!;
}

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
