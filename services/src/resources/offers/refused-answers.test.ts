import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { forgetMeetings, introduce, join, useCast } from './testing/campus';

const server = useTestServer({ clock: fixedClock('2027-03-02T12:00:00Z'), env: { IP_LIMIT_FACTOR: '1000' } });
const cast = useCast(server);
let eve: TestStudent;
beforeAll(async () => {
  eve = await join(server, { name: 'Eve' });
  await introduce(server, eve, cast.cem);
});

const HOURS = 51;
const move = (hours: number, more: object = {}) => ({
  rescheduleData: { proposedDate: server.inHours(hours), ...more },
});

/** Answers that are refused because of what Cem asks for, or because of Cem's own dates. */
const REFUSED: Readonly<Record<string, (cem: TestStudent, id: string) => ReturnType<TestStudent['call']>>> = {
  'a yes at the time of an own date': (cem, id) => cem.respond(id, 'accept'),
  'another time, which is that of an own date': (cem, id) => cem.respond(id, 'reschedule', move(52)),
  'another time, which is the same': (cem, id) => cem.respond(id, 'reschedule', move(HOURS)),
  'another time, which is past': (cem, id) => cem.respond(id, 'reschedule', move(-1)),
  'another time, at a place that is not on the list': (cem, id) =>
    cem.respond(id, 'reschedule', move(80, { placeId: 'nowhere', location: 'Nowhere' })),
};

/** Ann's offer to Cem, who has a date with Eve then; `isTaken`: Ann has one, too. */
async function offered(isTaken: boolean): Promise<string> {
  const { ann, ben, cem } = cast;
  await forgetMeetings(server);
  const proposedDate = server.inHours(HOURS);
  const [theirs, others] = [await eve.invite(cem, { proposedDate }), await ann.invite(ben, { proposedDate })];
  const { id } = (await ann.invite(cem, { proposedDate })).body;
  expect((await cem.respond(theirs.body.id, 'accept')).status).toBe(200);
  if (isTaken) expect((await ben.respond(others.body.id, 'accept')).status).toBe(200);
  return id;
}

describe('an answer that is refused for the recipient’s own reasons', () => {
  it.each(Object.keys(REFUSED))(
    '%s - is refused as always while the sender has another date then, and ends nothing',
    async (name) => {
      const worlds = [];
      for (const isTaken of [false, true]) {
        const id = await offered(isTaken);
        const { status, body } = await REFUSED[name]!(cast.cem, id);
        const { items } = (await cast.cem.call('GET /offers')).body;
        const { cancelledAt } = items.find((each: { id: string }) => each.id === id);
        worlds.push({ status, code: body.code, detail: body.detail, cancelledAt });
      }
      expect(worlds[0]).toMatchObject({ cancelledAt: null });
      expect(worlds[0]!.status).toBeGreaterThanOrEqual(400);
      expect(worlds[1]).toEqual(worlds[0]);
    },
  );
});
