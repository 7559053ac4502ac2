import type { TestStudent } from '@flint/testing';
import { isShort } from '@flint/testing/long';
import { runDataKeys } from '../../../data-keys-command';
import { exportOffers } from '../account';
import { agree, joinAnother, useCastAt } from '../testing/campus';
import { dateNotes } from './date-note.model';

const START = '2027-03-02T12:00:00Z';
const { clock, server, cast } = useCastAt(START, { renewMs: 50 });

const HOUR = 3600;
const LINE = 'Rust scarf, table by the window';

async function offered(hours = 30, ben = cast.ben) {
  const { ann } = cast;
  const { id } = (await ann.invite(ben, { proposedDate: server.inHours(hours) })).body;
  return { ann, ben, id: id as string };
}
async function agreed(hours = 30, ben = cast.ben) {
  const made = await offered(hours, ben);
  await ben.respond(made.id, 'accept');
  return made;
}
const read = (who: TestStudent, id: string) => who.call(`GET /offers/${id}/date`);
const say = (who: TestStudent, id: string, line?: string) =>
  who.call(`PUT /offers/${id}/date/line`, line === undefined ? {} : { line });
const signal = (who: TestStudent, id: string, kind = 'on_my_way') =>
  who.call(`POST /offers/${id}/date/signals`, { kind });
const held = (id: string) => server.deps.db.collection('offer_date_notes').find({ offerId: id }).toArray();

describe('the line to recognize a student by', () => {
  it('with contact data, or longer than 80 characters - is refused and not stored; written by one of the two - is read by the other, sealed in the database, under the new key after a rotation, and removed by an empty line', async () => {
    const { ann, ben, id } = await agreed();
    expect((await say(ann, id, 'Call me: 613 555 0199')).body.code).toBe('text_unfit');
    expect((await say(ann, id, 'x'.repeat(81))).status).toBe(400);
    expect(await held(id)).toEqual([]);
    expect((await say(ann, id, `  ${LINE} `)).body.own.line).toBe(LINE);
    expect((await read(ben, id)).body).toMatchObject({ own: { line: null }, partner: { line: LINE } });
    expect(JSON.stringify(await held(id))).not.toContain('scarf');
    await server.deps.db.collection('offer_date_notes').updateOne({ offerId: id }, { $set: { line: LINE } });
    expect(await runDataKeys(server.deps, ['rotate'], () => undefined, { pauseMs: 50 })).toBe(0);
    expect(JSON.stringify(await held(id))).not.toContain('scarf');
    expect((await read(ann, id)).body.own.line).toBe(LINE);
    expect((await say(ann, id, '')).body.own.line).toBeNull();
    expect((await read(ben, id)).body.partner.line).toBeNull();
  });
});

describe('a signal', () => {
  it('from three hours before a date until it is over - reaches the other person, each once; a text instead of a kind is refused', async () => {
    const { ann, ben, id } = await agreed(4);
    expect((await read(ben, id)).body).toMatchObject({
      signalsFrom: server.inHours(1),
      signalsUntil: server.inHours(6),
    });
    expect((await signal(ann, id, 'see you at my place')).status).toBe(400);
    clock.advanceSeconds(HOUR - 1);
    expect((await signal(ann, id)).body.code).toBe('date_not_now');
    clock.advanceSeconds(1);
    expect((await signal(ann, id)).status).toBe(200);
    expect((await signal(ann, id)).body.own.signals).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => signal(ann, id, 'here')));
    const kinds = (await read(ben, id)).body.partner.signals.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['on_my_way', 'here']);
    clock.advanceSeconds(5 * HOUR);
    expect((await signal(ben, id)).body.code).toBe('offer_state_changed');
  });

  it('repeated with its key - is answered with what the other person still tells', async () => {
    const { ann, ben, id } = await agreed();
    await say(ben, id, LINE);
    clock.advanceSeconds(28 * HOUR);
    const send = () =>
      ann.call(`POST /offers/${id}/date/signals`, { kind: 'here' }, { 'idempotency-key': `signal-${id}` });
    expect((await send()).body.partner.line).toBe(LINE);
    await say(ben, id, '');
    const { body } = await send();
    expect([body.partner.line, body.own.signals.length]).toEqual([null, 1]);
    await ben.call(`POST /offers/${id}/cancel`);
    expect((await send()).body.code).toBe('offer_state_changed');
  });

  it('sent - is in the other person’s offers only, as a kind without text, until the date is over or called off', async () => {
    const { ann, ben, id } = await agreed(1);
    await say(ann, id, LINE);
    await signal(ann, id);
    await signal(ann, id, 'here');
    const toldTo = async (who: TestStudent) => {
      const { items } = (await who.call('GET /offers')).body;
      return items.find((each: { id: string }) => each.id === id)?.told;
    };
    expect(await toldTo(ben)).toEqual(['on_my_way', 'here']);
    expect(await toldTo(ann)).toBeUndefined();
    expect(JSON.stringify((await ben.call('GET /offers')).body)).not.toContain('scarf');
    const exported = async (who: TestStudent) =>
      ((await exportOffers(server.deps, who.id)) as Record<string, unknown>[])[0]!;
    const signals = [{ kind: 'on_my_way' }, { kind: 'here' }];
    expect(await exported(ann)).toMatchObject({ id, direction: 'sent', date: { line: LINE, signals } });
    // what the other one says is the other's
    const theirs = await exported(ben);
    expect([theirs.direction, theirs.id, theirs.date, theirs.told]).toEqual([
      'received',
      id,
      null,
      undefined,
    ]);
    await ann.call(`POST /offers/${id}/cancel`);
    expect(await toldTo(ben)).toBeUndefined();
    const over = await agree(cast.cem, ann, { proposedDate: server.inHours(1) });
    await signal(cast.cem, over);
    clock.advanceSeconds(3 * HOUR);
    const completed = (await ann.call('GET /offers')).body.items.find((each: any) => each.id === over);
    expect(completed).toMatchObject({ status: 'completed' });
    expect(completed).not.toHaveProperty('told');
  });

  it('sent by both at the same time - are both stored', async () => {
    const { ann, ben, id } = await agreed(1);
    const both = ['on_my_way', 'ten_minutes_late', 'here'];
    await Promise.all(both.flatMap((kind) => [signal(ann, id, kind), signal(ben, id, kind)]));
    const { own, partner } = (await read(ann, id)).body;
    expect([own.signals.length, partner.signals.length]).toEqual([3, 3]);
  });
});

type Date_ = Awaited<ReturnType<typeof agreed>>;

const ENDS = {
  'called off by the writer': ({ ann, id }: Date_) => ann.call(`POST /offers/${id}/cancel`),
  'called off by the other one': ({ ben, id }: Date_) => ben.call(`POST /offers/${id}/cancel`),
  'ended by a block': ({ ann, ben }: Date_) => ben.call('POST /blocks', { userId: ann.id }),
  'ended by a deletion': ({ ben }: Date_) => ben.call('DELETE /account'),
} as const;

/** What the page of a date answers, whatever is asked, once it is off. */
const OFF: readonly (readonly [string, number, (date: Date_) => Promise<unknown>])[] = [
  ['declined', 409, ({ ben, id }) => ben.respond(id, 'decline')],
  ['called off', 409, ENDS['called off by the other one']],
  ['blocked', 409, ENDS['ended by a block']],
  ['blocked by oneself', 404, ({ ann, ben }) => ann.call('POST /blocks', { userId: ben.id })],
  ['partner deleted', 404, ENDS['ended by a deletion']],
];

/** The answers to reading, a line and a signal of Ann, and how many notes there were before; no refusal tells Ben's line. */
async function accessTo({ ann, id }: Date_): Promise<readonly number[]> {
  const notes = (await held(id)).length;
  const answers = [await read(ann, id), await say(ann, id, 'Green sweater'), await signal(ann, id)];
  for (const { status, body } of answers)
    if (status !== 200) expect(JSON.stringify(body)).not.toContain('scarf');
  return [...answers.map(({ status }) => status), notes];
}

describe('access to the page of a date', () => {
  it('that waits, is agreed, is near and is over - is given to reading, to a line while it is ahead, and to a signal while it is near; a day after it, it has no line or signals', async () => {
    const date = await offered(72);
    const { ann, ben, id } = date;
    expect(await accessTo(date)).toEqual([409, 409, 409, 0]);
    await ben.respond(id, 'accept');
    await say(ben, id, LINE);
    expect(await accessTo(date)).toEqual([200, 200, 409, 1]);
    clock.advanceSeconds(71 * HOUR);
    expect(await accessTo(date)).toEqual([200, 200, 200, 2]);
    await signal(ben, id);
    const signals = [{ kind: 'on_my_way', at: clock.now().toISOString() }];
    clock.advanceSeconds(3 * HOUR + 1);
    expect(await accessTo(date)).toEqual([200, 409, 409, 2]);
    const partner = async () => (await read(ann, id)).body.partner;
    clock.advanceSeconds(24 * HOUR - 2);
    expect(await partner()).toMatchObject({ line: LINE, signals });
    clock.advanceSeconds(2);
    expect(await partner()).toEqual({ line: null, signals: [] });
  });

  it.each(OFF)(
    'that is %s - answers %i to reading, to a line and to a signal, and keeps no note',
    async (state, status, end) => {
      const man = state === 'partner deleted' ? await joinAnother(server, cast.ann) : cast.ben;
      const date = await (state === 'declined' ? offered : agreed)(1, man);
      if (state !== 'declined') await say(man, date.id, LINE);
      await end(date);
      expect(await accessTo(date)).toEqual([status, status, status, 0]);
    },
  );
});

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
  'how one is recognized': ({ ann, id }: Date_) => say(ann, id, LINE),
  'a signal': ({ ann, id }: Date_) => signal(ann, id, 'here'),
} as const;

/** Where the writer is delayed while the date ends; `npm test` takes one of the two in turn. The end itself is one transaction, which nothing interrupts. */
const ORDERS = [
  ['judged, not yet written when the date ends', 'before'],
  ['written, not yet committed when the date ends', 'after'],
] as const;

const CASES = [
  ...Object.keys(ENDS).map((end) => ['how one is recognized', end] as const),
  ['a signal', 'called off by the other one'] as const,
].flatMap(([write, end], at) =>
  ORDERS.filter((_, i) => !isShort || i === at % 2).map((order) => [write, end, ...order] as const),
);

async function expectNothing({ ann, ben, id }: Date_): Promise<void> {
  expect(await held(id)).toEqual([]);
  for (const who of [ann, ben]) {
    const answers = await Promise.all([read(who, id), who.call('GET /offers')]);
    expect(answers[0].status).not.toBe(200);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/scarf|"told"/);
  }
}

type Act = (date: Date_) => Promise<{ status: number; body: unknown }>;

describe('two requests at once', () => {
  it.each(CASES)(
    '%s, %s, %s - is refused, and nothing of it is stored or shown',
    async (write, end, _order, when) => {
      const date = await agreed(
        1,
        end === 'ended by a deletion' ? await joinAnother(server, cast.ann) : cast.ben,
      );
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
