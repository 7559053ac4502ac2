import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { pair } from '../offers/testing/campus';
import { jpeg, send } from '../photos/testing/uploads';

const START = '2027-03-02T12:00:00Z';
const clock = fixedClock(START);

const server = useTestServer({ clock });

async function withPhoto(who: TestStudent): Promise<void> {
  expect((await send(server, who, await jpeg(120, 160))).status).toBe(200);
}

type Stage = (ann: TestStudent, ben: TestStudent) => Promise<string[]>;

const offered = async (ann: TestStudent, ben: TestStudent): Promise<string> =>
  (await ann.invite(ben)).body.id;

/** Each relation between two students. Returns their offers. */
const STAGES: Readonly<Record<string, Stage>> = {
  'before any offer': async () => [],
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

/** Instants, ids and addresses, which always differ, by the order in which they appear. */
function withoutNames(seen: unknown): string {
  const names = new Map<string, number>();
  return JSON.stringify(seen).replace(
    /\/storage\/[^"]+|[0-9a-f-]{24,36}|\d{4}-\d\d-\d\dT[\d:.]+Z|20\d{6}T\d{6}Z/g,
    (each) => {
      if (!names.has(each)) names.set(each, names.size);
      return `<${names.get(each)}>`;
    },
  );
}

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

/** What a student does to end what is open, without a block. */
async function endOrdinarily(who: TestStudent): Promise<void> {
  const { items } = (await who.call('GET /offers')).body;
  for (const { id, can } of items)
    if (can.decline) await who.respond(id, 'decline');
    else if (can.withdraw) await who.call(`POST /offers/${id}/withdraw`);
    else if (can.cancel) await who.call(`POST /offers/${id}/cancel`);
}

/** Two students at a stage, of whom the one at `actor` ends it by a block or ordinarily. */
async function worldAt(stage: string, actor: 0 | 1, end: 'block' | 'ordinarily') {
  clock.set(START);
  const two = await pair(server);
  const [by, other] = [two[actor], two[actor === 0 ? 1 : 0]];
  await Promise.all(two.map(withPhoto));
  const offers = await STAGES[stage]!(two[0], two[1]);
  const link = offers.length > 0 ? (await other.call(`POST /offers/${offers.at(-1)}/share`)).body.url : null;
  if (end === 'block') expect((await by.call('POST /blocks', { userId: other.id })).status).toBe(204);
  else await endOrdinarily(by);
  return { by, other, offers, link };
}

describe.each(Object.keys(STAGES).slice(1))('a block when %s', (stage) => {
  it.each([0, 1] as const)(
    'by either of the two (%i) - looks to the other as an ordinary end',
    async (actor) => {
      const seen = [];
      for (const end of ['ordinarily', 'block'] as const) {
        const { by, other, offers, link } = await worldAt(stage, actor, end);
        const page = link && (await (await fetch(link.replace(/^https?:\/\/[^/]+/, server.url))).text());
        const mails = (await server.mailsTo(other)).map(({ subject, text }) => [
          subject,
          text.split('http')[0],
        ]);
        const exported = (await other.call('GET /account/export')).body.data.offers;
        // somebody who was not declined may be invited again, unless there is a block
        const answers = (await answersTo(other, by, offers)).slice(0, -1);
        seen.push(withoutNames([page, mails, exported, answers]));
      }
      expect(seen[1]).toBe(seen[0]);
    },
  );

  it('by either of the two - hides the other from the student who blocked', async () => {
    for (const actor of [0, 1] as const) {
      const { by, other, offers } = await worldAt(stage, actor, 'block');
      const answers = await answersTo(by, other, offers);
      const statuses = answers.slice(2, -1).map(([status]) => status);
      expect(statuses.every((status) => status === 404)).toBe(true);
      expect(answers[0]![1].items).toEqual([]);
      expect(answers.at(-1)![1].code).toBe('not_a_match');
      expect((await other.invite(by)).body.code).toBe('not_a_match');
    }
  });
});
