import fc, { type Arbitrary } from 'fast-check';
import { MEN, OBSERVERS, WEEK, type Man, type Name, type Observer } from './stage';
import type { World } from './world';

const MINUTE_S = 60;
const HOUR_S = 3600;
/** How long nothing happens but the timed work, in seconds. */
const PAUSES = [MINUTE_S, 11 * MINUTE_S, 61 * MINUTE_S, 13 * HOUR_S, 26 * HOUR_S, 8 * 24 * HOUR_S];
/** Times of dates, in hours from the start of the world; the first two overlap. */
export const HOURS = [30, 31, 54, 200] as const;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** What shows own and others' things. */
const VIEWS = ['account/export', 'blocks', 'safety/reports', 'safety/standing'] as const;
/** Everything that a student reads. */
const READS = [
  ...VIEWS,
  'matches',
  'offers',
  'safety/hidden-contacts',
  'profile',
  'profile/card',
  'calendar-feed',
  'alerts',
  'offers/mail',
] as const;

/** Numbers from which a step takes what it needs. */
export interface Draw {
  readonly man: Man;
  readonly observer: Observer;
  readonly nth: number;
  readonly pick: number;
}

const numbers = {
  man: fc.constantFrom(...MEN),
  observer: fc.constantFrom(...OBSERVERS),
  nth: fc.nat({ max: 3 }),
  pick: fc.nat({ max: 11 }),
};
export const draws: Arbitrary<Draw> = fc.record(numbers);

/** The body of an invitation. */
export const invitation = (toUserId: string, proposedDate: string) => ({
  toUserId,
  proposedDate,
  location: 'Library café',
  activity: 'Coffee',
});

const of = <T>(all: readonly T[], pick: number): T => all[pick % all.length]!;

/** What an observer learns from one request about a card or an offer that is shown now. */
export async function look(world: World, observer: Observer): Promise<void> {
  for (const path of VIEWS) await world.ask(observer, `GET /${path}`);
  const { items: cards } = await world.ask(observer, 'GET /matches');
  for (const { photoUrl, userId } of cards ?? [])
    if (photoUrl && !world.isAway(userId)) await world.ask(observer, `GET ${photoUrl}`);
  for (const { id } of await world.offersOf(observer)) {
    await world.ask(observer, `GET /offers/${id}/date`);
    await world.ask(observer, `GET /offers/${id}/calendar`);
  }
  for (const address of world.addressesOf(observer)) await world.ask(observer, `GET ${address}`);
}

/** The answers to an invitation of every man, and of nobody. */
export async function inviteAll(world: World, observer: Observer): Promise<void> {
  for (const man of MEN) if (!world.away.has(man)) await offerBetween(world, observer, man, HOURS[2]);
  await world.ask(observer, 'POST /offers', invitation(NOBODY, world.at(HOURS[2])));
}

async function answerOffer(world: World, by: Name, { nth, pick }: Draw): Promise<void> {
  const all = await world.offersOf(by);
  const offer = all.length > 0 && of(all, nth);
  if (!offer) return;
  const { id } = offer;
  const action = of(['accept', 'decline', 'reschedule', 'accept', 'withdraw', 'cancel'], pick);
  if (action === 'withdraw' || action === 'cancel') await world.ask(by, `POST /offers/${id}/${action}`);
  else {
    const proposedDate = world.at(of(HOURS, nth + pick) + 2);
    const more = action === 'reschedule' ? { rescheduleData: { proposedDate } } : {};
    await world.ask(by, `POST /offers/${id}/respond`, { offerId: id, action, ...more });
  }
}

const invite = (world: World, by: Name, to: Name, { nth, pick }: Draw) =>
  world.ask(by, 'POST /offers', {
    ...invitation(world.idOf(to), world.at(of(HOURS, nth))),
    ...(pick % 2 === 0 && { message: 'See you there' }),
  });

/** What an observer, who speaks for all three, can do. The person is not away. */
const REQUESTS: Readonly<Record<string, (world: World, draw: Draw) => Promise<unknown>>> = {
  reads: (world, { observer, pick }) => world.ask(observer, `GET /${of(READS, pick)}`),
  looks: (world, { observer }) => look(world, observer),
  invites: (world, draw) => invite(world, draw.observer, draw.man, draw),
  'invites once more': (world, draw) => invite(world, draw.observer, draw.man, draw),
  'invites nobody': (world, { observer, nth }) =>
    world.ask(observer, 'POST /offers', invitation(NOBODY, world.at(of(HOURS, nth)))),
  answers: (world, draw) => answerOffer(world, draw.observer, draw),
  shares: async (world, { observer, nth }) => {
    const all = await world.offersOf(observer);
    const { id } = all[nth % (all.length || 1)] ?? { id: NOBODY };
    const { url } = await world.ask(observer, `POST /offers/${id}/share`);
    if (url) world.keepAddress(observer, new URL(url).pathname);
  },
  subscribes: async (world, { observer }) => {
    const { url } = await world.ask(observer, 'POST /calendar-feed');
    world.keepAddress(observer, new URL(url).pathname);
  },
  'says whether they met': async (world, { observer, nth, pick }) => {
    for (const { id } of await world.offersOf(observer))
      await world.ask(observer, `PUT /offers/${id}/meeting`, { met: true, again: (nth + pick) % 2 === 0 });
  },
  'says how to be recognized': async (world, { observer }) => {
    for (const { id } of await world.offersOf(observer))
      await world.ask(observer, `PUT /offers/${id}/date/line`, { line: 'A red scarf' });
  },
  blocks: (world, { observer, man }) => world.ask(observer, 'POST /blocks', { userId: world.idOf(man) }),
  unblocks: (world, { observer, man }) => world.ask(observer, `DELETE /blocks/${world.idOf(man)}`),
  reports: (world, { observer, man }) =>
    world.ask(observer, 'POST /safety/reports', {
      userId: world.idOf(man),
      reason: 'scam',
      description: 'Asked for money',
    }),
  hides: (world, { observer, man }) => world.ask(observer, `POST /matches/${world.idOf(man)}/hide`),
  'hides an address': (world, { observer, man, pick }) =>
    world.ask(observer, `POST /safety/hidden-contacts${pick % 2 ? '/remove' : ''}`, {
      emails: [world.stage.people[man].email],
    }),
  pauses: (world, { observer, pick }) => world.ask(observer, 'PUT /safety/pause', { paused: pick % 3 === 0 }),
  'saves a week': (world, { observer, pick }) =>
    world.ask(observer, 'POST /availability', {
      utcSlots: [...WEEK, { dayOfWeek: pick % 7, startHour: pick, endHour: pick + 2 }],
      timezone: 'UTC',
      lastUpdated: world.at(0),
    }),
  'opens the page': async (world, { observer }) => world.stage.listen(observer),
  'closes the page': async (world, { observer }) => world.stage.hangUp(observer),
  'lets time pass': async (world, { pick }) => {
    await world.pass(of(PAUSES, pick));
    await world.stage.runTimedWork();
  },
};

/** What a man may do in both worlds, before the act that only one of them has. */
const ORDINARY: Readonly<Record<string, (world: World, draw: Draw) => Promise<unknown>>> = {
  'is invited': (world, draw) => invite(world, draw.observer, draw.man, draw),
  invites: (world, draw) => invite(world, draw.man, draw.observer, draw),
  answers: (world, draw) => answerOffer(world, draw.man, draw),
  accepts: (world, draw) => answerOffer(world, draw.man, { ...draw, pick: 0 }),
};

const offerBetween = async (world: World, from: Name, to: Name, hour: number): Promise<string> =>
  (await world.ask(from, 'POST /offers', invitation(world.idOf(to), world.at(hour)))).id;
const accept = (world: World, by: Name, offerId: string) =>
  world.ask(by, `POST /offers/${offerId}/respond`, { offerId, action: 'accept' });

/** What the man who acts and one of the observers have, in both worlds. */
export const RELATIONS: Readonly<Record<string, (world: World, draw: Draw) => Promise<unknown>>> = {
  nothing: async () => undefined,
  'his offer': (world, { man, observer }) => offerBetween(world, man, observer, HOURS[0]),
  'her offer': (world, { man, observer }) => offerBetween(world, observer, man, HOURS[0]),
  'a date': async (world, { man, observer, pick }) => {
    const [from, to] = pick % 2 ? [man, observer] : [observer, man];
    await accept(world, to, await offerBetween(world, from, to, HOURS[0]));
  },
  'a date that is over': async (world, { man, observer }) => {
    const id = await offerBetween(world, man, observer, 1);
    await accept(world, observer, id);
    world.stage.clock.advanceSeconds(4 * HOUR_S);
    await world.stage.runTimedWork();
    await world.ask(man, `PUT /offers/${id}/meeting`, { met: true, again: true });
  },
};

const stepOf = (all: typeof REQUESTS, who: 'observer' | 'man') =>
  fc.record({ ...numbers, what: fc.constantFrom(...Object.keys(all)) }).map(({ what, ...draw }) => ({
    name: `${draw[who]} ${what} (${draw[who === 'man' ? 'observer' : 'man']}, ${draw.nth}, ${draw.pick})`,
    what,
    draw,
    run: (world: World) => all[what]!(world, draw),
  }));

/** A step of an observer. */
export const requests = stepOf(REQUESTS, 'observer');
/** A step of a man who has not acted. */
export const ordinary = stepOf(ORDINARY, 'man');
export type Step = typeof requests extends Arbitrary<infer T> ? T : never;
