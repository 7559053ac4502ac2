import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { runDataKeys } from '../../../data-keys-command';
import { pair } from '../testing/campus';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock, renewMs: 50 });

const HOUR = 3600;
const LINE = 'Rust scarf, table by the window';

async function offered(hours = 30) {
  const [ann, ben] = await pair(server);
  const proposedDate = new Date(clock.now().getTime() + hours * HOUR * 1000).toISOString();
  const offer = { toUserId: ben.id, proposedDate, location: 'Library', activity: 'Coffee' };
  const { id } = (await ann.call('POST /offers', offer)).body;
  return { ann, ben, id: id as string };
}
async function agreed(hours = 30) {
  const made = await offered(hours);
  await made.ben.call(`POST /offers/${made.id}/respond`, { offerId: made.id, action: 'accept' });
  return made;
}
const read = (who: TestStudent, id: string) => who.call(`GET /offers/${id}/date`);
const say = (who: TestStudent, id: string, line?: string) =>
  who.call(`PUT /offers/${id}/date/line`, line === undefined ? {} : { line });
const signal = (who: TestStudent, id: string, kind = 'on_my_way') =>
  who.call(`POST /offers/${id}/date/signals`, { kind });
const held = (id: string) => server.deps.db.collection('offer_date_notes').find({ offerId: id }).toArray();

describe('the line to recognize a student by', () => {
  it('written by one of the two - is read by the other, sealed in the database, and removed by an empty line', async () => {
    const { ann, ben, id } = await agreed();
    expect((await say(ann, id, `  ${LINE} `)).body.own.line).toBe(LINE);
    expect((await read(ben, id)).body).toMatchObject({ own: { line: null }, partner: { line: LINE } });
    expect(JSON.stringify(await held(id))).not.toContain('scarf');
    expect((await say(ann, id, '')).body.own.line).toBeNull();
    expect((await read(ben, id)).body.partner.line).toBeNull();
  });

  it('with contact data, or longer than 80 characters - is refused and not stored', async () => {
    const { ann, id } = await agreed();
    expect((await say(ann, id, 'Call me: 613 555 0199')).body.code).toBe('text_unfit');
    expect((await say(ann, id, 'x'.repeat(81))).status).toBe(400);
    expect(await held(id)).toEqual([]);
  });

  it('after a change of keys - is sealed under the new one by the rotation', async () => {
    const { ann, id } = await agreed();
    await say(ann, id, LINE);
    const [note] = await held(id);
    const plain = { line: LINE };
    await server.deps.db.collection('offer_date_notes').updateOne({ _id: note!._id }, { $set: plain });
    expect(await runDataKeys(server.deps, ['rotate'], () => undefined, { pauseMs: 50 })).toBe(0);
    expect(JSON.stringify(await held(id))).not.toContain('scarf');
    expect((await read(ann, id)).body.own.line).toBe(LINE);
  });
});

describe('a signal', () => {
  it('from three hours before a date until it is over - reaches the other person, each once', async () => {
    const { ann, ben, id } = await agreed(4);
    expect((await signal(ann, id)).body.code).toBe('date_not_now');
    clock.advanceSeconds(HOUR + 1);
    expect((await signal(ann, id)).status).toBe(200);
    expect((await signal(ann, id)).body.own.signals).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => signal(ann, id, 'here')));
    const kinds = (await read(ben, id)).body.partner.signals.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['on_my_way', 'here']);
    clock.advanceSeconds(5 * HOUR);
    expect((await signal(ben, id)).body.code).toBe('offer_state_changed');
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
    await ann.call(`POST /offers/${id}/cancel`);
    expect(await toldTo(ben)).toBeUndefined();
    const over = await agreed(1);
    await signal(over.ann, over.id);
    clock.advanceSeconds(3 * HOUR + 1);
    expect((await over.ben.call('GET /offers')).body.items[0]).not.toHaveProperty('told');
  });

  it('sent by both at the same time - are both stored', async () => {
    const { ann, ben, id } = await agreed(1);
    const both = ['on_my_way', 'ten_minutes_late', 'here'];
    await Promise.all(both.flatMap((kind) => [signal(ann, id, kind), signal(ben, id, kind)]));
    const { own, partner } = (await read(ann, id)).body;
    expect([own.signals.length, partner.signals.length]).toEqual([3, 3]);
  });

  it('with a text instead of a kind - is refused', async () => {
    const { ann, id } = await agreed(1);
    expect((await signal(ann, id, 'see you at my place')).status).toBe(400);
    expect((await ann.call(`POST /offers/${id}/date/signals`, { kind: 'here', text: 'Hi' })).status).toBe(
      400,
    );
  });
});

/** Who may read the page of a date, write a line and send a signal, by state of the date. */
const TABLE: readonly (readonly [string, number, number, number])[] = [
  ['pending', 409, 409, 409],
  ['declined', 409, 409, 409],
  ['agreed, days ahead', 200, 200, 409],
  ['agreed, an hour ahead', 200, 200, 200],
  ['over', 200, 409, 409],
  ['called off', 409, 409, 409],
  ['blocked', 409, 409, 409],
  ['blocked by oneself', 404, 404, 404],
  ['partner deleted', 404, 404, 404],
];

async function dateThatIs(state: string) {
  const isNear = state !== 'agreed, days ahead';
  const isOpen = state === 'pending' || state === 'declined';
  const made = await (isOpen ? offered(1) : agreed(isNear ? 1 : 72));
  const { ann, ben, id } = made;
  if (!isOpen) await say(ben, id, LINE);
  if (state === 'declined') await ben.call(`POST /offers/${id}/respond`, { offerId: id, action: 'decline' });
  if (state === 'over') clock.advanceSeconds(3 * HOUR + 1);
  if (state === 'called off') await ben.call(`POST /offers/${id}/cancel`);
  if (state === 'blocked') await ben.call('POST /blocks', { userId: ann.id });
  if (state === 'blocked by oneself') await ann.call('POST /blocks', { userId: ben.id });
  if (state === 'partner deleted') await ben.call('DELETE /account');
  return made;
}

describe('access to the page of a date', () => {
  it.each(TABLE)(
    'that is %s - answers %i to reading, %i to a line, %i to a signal',
    async (state, ...wanted) => {
      const { ann, id } = await dateThatIs(state);
      const answers = [await read(ann, id), await say(ann, id, 'Green sweater'), await signal(ann, id)];
      expect(answers.map(({ status }) => status)).toEqual(wanted);
      for (const { status, body } of answers)
        if (status !== 200) expect(JSON.stringify(body)).not.toContain('scarf');
    },
  );

  it('a day after it - has no line or signals; called off, or blocked - has nothing stored', async () => {
    const { ann, ben, id } = await agreed(1);
    await say(ben, id, LINE);
    await signal(ben, id);
    clock.advanceSeconds(3 * HOUR + 1);
    expect((await read(ann, id)).body.partner).toMatchObject({
      line: LINE,
      signals: [{ kind: 'on_my_way' }],
    });
    clock.advanceSeconds(24 * HOUR);
    expect((await read(ann, id)).body.partner).toEqual({ line: null, signals: [] });
    for (const state of ['called off', 'blocked', 'blocked by oneself', 'partner deleted']) {
      const gone = await dateThatIs(state);
      expect([state, await held(gone.id)]).toEqual([state, []]);
    }
  });
});
