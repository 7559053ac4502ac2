import crypto from 'node:crypto';
import fc from 'fast-check';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong, isShort } from '@flint/testing/long';
import { exportOffers } from './account';
import { forgetMeetings, useCast } from './testing/campus';
import { threads } from './thread.model';
import { takeDueSteps, withdrawInTime } from './write-offer';

jest.setTimeout(300_000);

const START = '2026-03-02T12:00:00Z';
const MINUTE_MS = 60_000;
const clock = fixedClock(START);
const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });

const cast = useCast(server);
beforeEach(() => clock.set(START));

const invite = async (to: TestStudent, hours: number): Promise<string> =>
  (await cast.ann.invite(to, { proposedDate: server.inHours(hours) })).body.id;

/** Ann's offers to Ben and Cem for one time; Ben accepts. Returns the offer to Cem and when it is to be withdrawn. */
async function schedule() {
  const { ben, cem } = cast;
  const [his, id] = [await invite(ben, 50), await invite(cem, 51)];
  await ben.respond(his, 'accept');
  return { his, id, at: (await withdrawalOf(id))! };
}
const withdrawalOf = async (id: string) => (await threads(server.deps.db).findById(id).lean())?.withdrawAt;
const waits = { status: 'pending', cancelledAt: null };

/** What Cem sees, by instant. */
interface Sight {
  readonly at: number;
  readonly answers?: boolean;
  readonly seen: string;
}

/** Cem looks and answers at these instants, in a world where Ann has a date then, or where she withdraws by hand at `byHand`. */
async function sightsOf(
  plan: (drawn: number) => readonly Omit<Sight, 'seen'>[],
  drawnBefore?: { readonly drawn: number; readonly byHand: number },
) {
  const { ann, ben, cem } = cast;
  clock.set(START);
  await forgetMeetings(server);
  const [his, id] = [await invite(ben, 50), await invite(cem, 51)];
  if (!drawnBefore) await ben.respond(his, 'accept');
  const drawn = drawnBefore?.drawn ?? (await withdrawalOf(id))!.getTime();
  const sights: Sight[] = [];
  let cancelledAt = '';
  let ticked = Date.parse(START);
  let isByHand = false;
  for (const { at, answers = false } of plan(drawn)) {
    if (drawnBefore && !isByHand && drawnBefore.byHand <= at) {
      isByHand = true;
      clock.set(new Date(drawnBefore.byHand));
      await ann.call(`POST /offers/${id}/withdraw`);
    }
    clock.set(new Date(at));
    if (at - ticked >= MINUTE_MS) {
      ticked = at;
      await takeDueSteps(server.deps);
    }
    const answer = answers && (await cem.respond(id, 'accept'));
    const { items } = (await cem.call('GET /offers')).body;
    cancelledAt = items[0].cancelledAt;
    // as in the export, which is answered a few times an hour only
    const offers = await exportOffers(server.deps, cem.id);
    const seen = JSON.stringify([
      answer && [answer.status, answer.body.code, answer.body.offer],
      items,
      offers,
    ]);
    sights.push({ at, answers, seen: seen.replaceAll(id, '<offer>') });
  }
  return { sights, drawn, cancelledAt: Date.parse(cancelledAt) };
}

describe('a date agreed', () => {
  it('- withdraws offers that one of the two sent for that time, after a random 10 to 60 minutes', async () => {
    const { ann, dan } = cast;
    const drawn = jest.spyOn(crypto, 'randomInt');
    const received = (await dan.invite(ann, { proposedDate: server.inHours(51) })).body.id;
    const { id, at } = await schedule();
    const [bounds, { value: afterMs }] = [drawn.mock.calls.at(-1), drawn.mock.results.at(-1)!];
    drawn.mockRestore();
    expect(bounds).toEqual([10 * MINUTE_MS, 60 * MINUTE_MS]);
    expect(at.getTime() - clock.now().getTime()).toBe(afterMs);
    expect(await withdrawalOf(received)).toBeFalsy();
    clock.set(at);
    await takeDueSteps(server.deps);
    const stored = (await threads(server.deps.db).findById(id).lean())!;
    expect(stored.rounds).toMatchObject([{ cancelledAt: at, cancelledBy: 'sender' }]);
    expect((await dan.call('GET /offers')).body.items).toMatchObject([{ id: received, ...waits }]);
  });
});

describe('an offer whose sender has agreed to another date', () => {
  it('looked at before and after its random instant - looks at every instant as one withdrawn then by hand', async () => {
    const late = fc.record({ after: fc.nat({ max: 2 * MINUTE_MS }), answers: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(late, async ({ after, answers }) => {
        const plan = (drawn: number) => [
          { at: drawn - 1 },
          { at: drawn },
          { at: drawn + after, answers },
          { at: drawn + after + MINUTE_MS },
        ];
        const itself = await sightsOf(plan);
        expect(itself.cancelledAt).toBe(itself.drawn);
        const byHand = await sightsOf(plan, { drawn: itself.drawn, byHand: itself.drawn });
        expect(itself.sights).toEqual(byHand.sights);
      }),
      {
        numRuns: isLong ? 40 : isShort ? 2 : 3,
        endOnFailure: true,
        examples: [[{ after: 0, answers: true }], [{ after: MINUTE_MS, answers: false }]],
      },
    );
  });

  it('answered before that - looks as one withdrawn by hand at a random instant of the second before the answer', async () => {
    const [start, ages] = [Date.parse(START), new Set<number>()];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 * MINUTE_MS }), async (afterMs) => {
        const plan = (drawn: number) => [{ at: start + afterMs, answers: true }, { at: drawn + MINUTE_MS }];
        const itself = await sightsOf(plan);
        const age = start + afterMs - itself.cancelledAt;
        ages.add(age);
        expect(age).toBeGreaterThan(0);
        expect(age).toBeLessThanOrEqual(Math.min(1_000, afterMs));
        const byHand = await sightsOf(plan, { drawn: itself.drawn, byHand: itself.cancelledAt });
        expect(itself.sights).toEqual(byHand.sights);
      }),
      { numRuns: isLong ? 40 : isShort ? 3 : 4, endOnFailure: true },
    );
    expect(ages.size).toBeGreaterThan(1);
  });

  it('is written at that instant - not before, and not with the work of the minute', async () => {
    const { id, at } = await schedule();
    clock.set(new Date(at.getTime() - 100));
    const running = withdrawInTime(server.deps);
    clock.set(at);
    await running;
    const stored = (await threads(server.deps.db).findById(id).lean())!;
    expect(stored).toMatchObject({ updatedAt: at, rounds: [{ cancelledAt: at, cancelledBy: 'sender' }] });
    expect(stored.withdrawAt).toBeUndefined();
  });

  it('stays while the sender has another date then - and waits again once both are off', async () => {
    const { ann, cem, dan } = cast;
    const { his, id } = await schedule();
    const other = await invite(dan, 52.5);
    await dan.respond(other, 'accept');
    const first = await withdrawalOf(id);
    await ann.call(`POST /offers/${his}/cancel`);
    expect(await withdrawalOf(id)).toEqual(first);
    await dan.call(`POST /offers/${other}/cancel`);
    expect(await withdrawalOf(id)).toBeNull();
    clock.advanceSeconds(3600);
    await takeDueSteps(server.deps);
    const { items } = (await cem.call('GET /offers')).body;
    expect(items).toMatchObject([{ id, ...waits }]);
  });
});
