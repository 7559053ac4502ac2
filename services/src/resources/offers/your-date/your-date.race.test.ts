import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { pair } from '../testing/campus';
import { dateNotes } from './date-note.model';

jest.setTimeout(120_000);

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
afterEach(() => jest.restoreAllMocks());

const LINE = 'Rust scarf, table by the window';

async function agreed() {
  const [ann, ben] = await pair(server);
  const proposedDate = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const offer = { toUserId: ben.id, proposedDate, location: 'Library', activity: 'Coffee' };
  const { id } = (await ann.call('POST /offers', offer)).body as { id: string };
  await ben.call(`POST /offers/${id}/respond`, { offerId: id, action: 'accept' });
  return { ann, ben, id };
}
type Date_ = Awaited<ReturnType<typeof agreed>>;

/** Delays the next write to a note, before or after it, until it is released. */
function hold(when: 'before' | 'after') {
  const model = dateNotes(server.deps.db) as unknown as {
    updateOne(...args: unknown[]): Promise<unknown>;
  };
  const write = model.updateOne.bind(model);
  let [reach, letGo] = [() => undefined as void, () => undefined as void];
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (letGo = resolve));
  jest.spyOn(model, 'updateOne').mockImplementationOnce(async (...args) => {
    const done = when === 'after' ? await write(...args) : undefined;
    reach();
    await released;
    return done ?? write(...args);
  });
  return { reached, letGo };
}

/** Ann writes while one of the two ends the date. */
const WRITES = {
  'how one is recognized': ({ ann, id }: Date_) => ann.call(`PUT /offers/${id}/date/line`, { line: LINE }),
  'a signal': ({ ann, id }: Date_) => ann.call(`POST /offers/${id}/date/signals`, { kind: 'here' }),
} as const;
const ENDS = {
  'called off by the writer': ({ ann, id }: Date_) => ann.call(`POST /offers/${id}/cancel`),
  'called off by the other one': ({ ben, id }: Date_) => ben.call(`POST /offers/${id}/cancel`),
  'ended by a block': ({ ann, ben }: Date_) => ben.call('POST /blocks', { userId: ann.id }),
  'ended by a deletion': ({ ben }: Date_) => ben.call('DELETE /account'),
} as const;

/** Where the writer is delayed while the date ends. The end itself is one transaction, which nothing interrupts. */
const ORDERS = [
  ['judged, not yet written when the date ends', 'before'],
  ['written, not yet committed when the date ends', 'after'],
] as const;

const CASES = [
  ...Object.keys(ENDS).map((end) => ['how one is recognized', end] as const),
  ['a signal', 'called off by the other one'] as const,
].flatMap(([write, end]) => ORDERS.map((order) => [write, end, ...order] as const));

async function expectNothing({ ann, ben, id }: Date_): Promise<void> {
  expect(await server.deps.db.collection('offer_date_notes').find({ offerId: id }).toArray()).toEqual([]);
  for (const who of [ann, ben]) {
    const answers = await Promise.all([who.call(`GET /offers/${id}/date`), who.call('GET /offers')]);
    expect(answers[0].status).not.toBe(200);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/scarf|"told"/);
  }
}

type Act = (date: Date_) => Promise<{ status: number; body: unknown }>;

describe('two requests at once', () => {
  it.each(CASES)(
    '%s, %s, %s - is refused, and nothing of it is stored or shown',
    async (write, end, _order, when) => {
      const date = await agreed();
      const [writing, ending]: [Act, Act] = [
        WRITES[write as keyof typeof WRITES],
        ENDS[end as keyof typeof ENDS],
      ];
      const { reached, letGo } = hold(when);
      const held = writing(date);
      await reached;
      const ended = await ending(date);
      letGo();
      const written = await held;
      expect(ended.status).toBeLessThan(300);
      expect([404, 409]).toContain(written.status);
      expect(JSON.stringify(written.body)).not.toContain('scarf');
      await expectNothing(date);
    },
  );
});
