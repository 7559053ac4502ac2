import { randomUUID } from 'node:crypto';
import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { randomId } from '../../infra/random-id';
import { offerPartners, offersSoFar } from './partners';
import { enrol, introduce, pair } from './testing/campus';
import { threads } from './thread.model';

const DAY = 86_400;
const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });

it('a date ahead, a date that was and an open offer - are shown, however many offers of the student ended since', async () => {
  const [ann, ben] = await pair(server);
  const [cat, dot] = [await enrol(server), await enrol(server)];
  await introduce(server, ben, cat, dot);
  const model = threads(server.deps.db);
  const invite = async (from: typeof ann, days: number): Promise<string> =>
    (await from.invite(ben, { proposedDate: server.inHours(24 * days) })).body.id;
  const past = await invite(cat, 1);
  await ben.respond(past, 'accept');
  clock.advanceSeconds(2 * DAY);
  const agreed = await invite(ann, 59);
  await ben.respond(agreed, 'accept');
  clock.advanceSeconds(1);
  const open = (await ben.invite(dot, { proposedDate: server.inHours(72) })).body.id;
  const { openPair: _p, endsAt: _e, noticeAt: _n, ...one } = (await model.findById(agreed).lean())!;
  const ended = Array.from({ length: 500 }, (_, i) => {
    const [id, createdAt] = [randomId(), new Date(one.createdAt.getTime() + 2_000 + i)];
    const rounds = [{ ...one.rounds[0]!, id, status: 'declined' as const, createdAt }];
    const people = { initiatorId: ben.id, inviteeId: randomUUID(), participants: [ben.id] };
    return { ...one, ...people, _id: id, roundIds: [id], createdAt, rounds };
  });
  await model.insertMany(ended);
  const { items } = (await ben.call('GET /offers')).body;
  const listed = items.map(({ id }: { id: string }) => id);
  expect(listed).toHaveLength(503);
  expect(listed.slice(-3)).toEqual([open, agreed, past]);
  const { url } = (await ben.call('POST /calendar-feed')).body;
  const feed = await (await fetch(server.url + new URL(url).pathname)).text();
  expect(feed).toContain(agreed);
  const partners = await offerPartners(server.deps, ben.id);
  expect([...partners.open].toSorted()).toEqual([ann.id, dot.id].toSorted());
  expect([...partners.met.keys()]).toEqual([cat.id]);
});

it('of several dates that were, the latest - is the last one, in whatever order they are read', async () => {
  const [ann, ben] = await pair(server);
  const model = threads(server.deps.db);
  const { id } = (await ann.invite(ben, { proposedDate: server.inHours(24) })).body;
  await ben.respond(id, 'accept');
  clock.advanceSeconds(2 * DAY);
  const latest = (await model.findById(id).lean())!;
  const earlier = ['0', 'f'].map((digit) => {
    const _id = digit.repeat(24);
    const proposedDate = new Date(latest.rounds[0]!.proposedDate.getTime() - 70 * DAY * 1_000);
    const rounds = [{ ...latest.rounds[0]!, id: _id, proposedDate }];
    return { ...latest, _id, roundIds: [_id], rounds, openPair: undefined, endsAt: undefined };
  });
  await model.insertMany(earlier);
  const { dates } = await offersSoFar(server.deps);
  for (const who of [ann, ben])
    expect(dates.get(who.id)).toEqual({ count: 3, last: latest.rounds[0]!.proposedDate });
});
