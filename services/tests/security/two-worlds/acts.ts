// Longer than 300 lines: what the two worlds may differ in, and every act that they are compared by, stand in one place.
import { SUSPENSION_MS } from '../../../src/resources/safety/decisions';
import { decideByCommand } from '../../../src/resources/safety/testing/decide';
import type { Offer } from '@flint/contracts';
import { HOURS, invitation, type Draw } from './requests';
import { MEN, WEEK } from './stage';
import type { Entry } from './transcript';
import type { World } from './world';

/**
 * What the observers may learn, and the sentence of docs/security.md that says so. `hide` removes it from an entry, of both worlds, or the
 * entry itself.
 */
export interface Exception {
  readonly sentence: string;
  readonly hide?: (entry: Entry, about: { readonly id: string }) => Entry | null;
}

const withoutSize = ({ headers, ...entry }: Entry): Entry => ({
  ...entry,
  headers: Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name]) => !['content-length', 'etag'].includes(name)),
  ),
});

/** JSON without the list elements that name a student. */
function without(json: unknown, names: readonly string[]): unknown {
  if (Array.isArray(json))
    return json
      .filter((each) => !names.some((name) => JSON.stringify(each).includes(name)))
      .map((each) => without(each, names));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, without(value, names)]));
}

const prune = (entry: Entry, names: readonly string[]): Entry =>
  names.some((name) => entry.body.includes(name)) && entry.body.startsWith('{')
    ? { ...withoutSize(entry), body: JSON.stringify(without(JSON.parse(entry.body), names)) }
    : withoutSize(entry);

/** Without the places of a calendar, which may be text in JSON. */
const withoutPlace = (entry: Entry): Entry => ({
  ...entry,
  body: entry.body.replace(/LOCATION:.*?(?:\\r\\n|\r\n)/g, ''),
});

/** Without the names of a list of own reports. */
const withoutReportedName = (entry: Entry): Entry =>
  entry.what === 'GET /safety/reports'
    ? { ...withoutSize(entry), body: entry.body.replace(/"name":"[^"]*"/g, '') }
    : entry;

const isList = ({ what }: Entry) => what === 'GET /matches';

/** In one place: everything in which the two worlds may differ. */
export const EXCEPTIONS = {
  end: {
    sentence:
      'Whoever was blocked or reported sees an open offer or date end as by a decline, a withdrawal or calling off.',
  },
  away: {
    sentence:
      'A student whose card disappears during the day has paused, is restricted, has left, has hidden the viewer’s address or has an open offer with the viewer.',
    hide: (entry, { id }) => (isList(entry) ? prune(entry, [id]) : entry),
  },
  withdrawal: {
    sentence:
      'An offer that a student sent for the time of a new date is withdrawn 10 to 60 minutes later, as any withdrawal.',
  },
  round: {
    sentence:
      'A new round, and a list made for the first time that day, leave out whoever blocked, reported, hid or declined.',
  },
  gone: {
    sentence:
      'Deleting an account ends its offers and dates, and leaves no name and no place that it wrote: offers say ‘deleted student’, a date is called off without a name, a past date in a calendar has no place, the list of blocks is shorter, and the list of reports shows no name.',
    // an alert names nobody in both worlds, a mail that follows later names only who is still there
    hide: (entry, { id }) =>
      entry.what.startsWith('act:') ||
      /"subject":"[^"]*(called your date off|date is called off)"/.test(entry.body)
        ? null
        : withoutReportedName(withoutPlace(prune(entry, [id, 'deleted student']))),
  },
  own: {
    sentence:
      'A student’s own answers show in the own profile, export and question of the day, and nowhere else.',
    hide: (entry) => {
      if (/ \/(?:profile|account\/export|availability|safety\/hidden-contacts)/.test(entry.what)) return null;
      const body = entry.body.replace(/"meeting":\{[^}]*\}|"question":.*$/g, '');
      return body === entry.body ? entry : { ...withoutSize(entry), body };
    },
  },
} satisfies Record<string, Exception>;

export interface Act {
  readonly act: (world: World, draw: Draw) => Promise<unknown>;
  /** What the same student does in the other world: nothing, or the visible act that this one must be indistinguishable from. */
  readonly looksAs?: (world: World, draw: Draw) => Promise<unknown>;
  readonly except?: keyof typeof EXCEPTIONS;
}

/** Ends what is open with one of the observers, or with all, without a block. */
async function endOrdinarily(world: World, { man, observer }: Draw, withAll = false): Promise<void> {
  for (const { id, can, fromUserId, toUserId } of await world.offersOf(man)) {
    if (!withAll && ![fromUserId, toUserId].includes(world.idOf(observer))) continue;
    if (can.decline) await world.ask(man, `POST /offers/${id}/respond`, { offerId: id, action: 'decline' });
    else if (can.withdraw) await world.ask(man, `POST /offers/${id}/withdraw`);
    else if (can.cancel) await world.ask(man, `POST /offers/${id}/cancel`);
  }
}

const pause = (world: World, { man }: Draw) => {
  world.away.add(man);
  return world.ask(man, 'PUT /safety/pause', { paused: true });
};

/** The observer blocks the man, and asks nothing of him any more. */
function blockAndLookAway(world: World, { man, observer }: Draw) {
  world.away.add(man);
  return world.ask(observer, 'POST /blocks', { userId: world.idOf(man) });
}

/** The observer invites the man whom she blocked: nothing of his reaches her, and so her answer tells nothing. */
const inviteHim = (world: World, { man, observer }: Draw) =>
  world.ask(observer, 'POST /offers', invitation(world.idOf(man), world.at(HOURS[3])));

/** The man invites the observer who blocked him. */
function inviteHer(world: World, { man, observer, nth }: Draw): Promise<{ readonly id?: string }> {
  const wish = { ...invitation(world.idOf(observer), world.at(HOURS[nth]!)), message: 'I know it' };
  return world.ask(man, 'POST /offers', wish);
}

/** The man deletes his account; what it ends is told of in a step of its own. */
async function leave(world: World, { man }: Draw): Promise<void> {
  await world.endStep('act:');
  world.left.add(man);
  await world.ask(man, 'DELETE /account');
}

/** Cleo, who tells nobody, invites the man; returns the offer. */
async function offerOfCleo(world: World, man: Draw['man'], hour: number): Promise<string | undefined> {
  const { id } = await world.ask('cleo', 'POST /offers', invitation(world.idOf(man), world.at(hour)));
  return id;
}

const respond = (world: World, { man }: Draw, offerId: string, action: string) =>
  world.ask(man, `POST /offers/${offerId}/respond`, { offerId, action });

const OTHER_ANSWERS = [
  { lifestyle_dealbreakers: { values: ['smokes_any', 'different_faith'] } },
  { substances: { smoking_preference: 'regularly', drinking_preference: 'regularly' } },
  { religion: 'sikh' },
  { age_preference: [29, 30] },
  { intent: 'casual_dating' },
  { seeking_genders: { values: ['other'] } },
  { gender_identity: 'man' },
] as const;
/** As they are before anybody acts. */
const SAME_ANSWERS = { religion: 'buddhist' } as const;

/** What an observer changes about herself, or in the other world saves as it is: the counts of own requests are the same. */
async function tryOtherwise(world: World, { observer, pick, nth }: Draw, isOther: boolean): Promise<void> {
  const answers = isOther ? OTHER_ANSWERS : OTHER_ANSWERS.map(() => SAME_ANSWERS);
  for (const own of [answers[pick % answers.length], answers[(pick + nth + 1) % answers.length]])
    await world.ask(observer, 'PATCH /profile', { answers: own });
  const startHour = isOther ? pick + nth : WEEK[0]!.startHour;
  const utcSlots = isOther ? [{ dayOfWeek: pick % 7, startHour, endHour: startHour + 2 }] : WEEK;
  await world.ask(observer, 'POST /availability', { utcSlots, timezone: 'UTC', lastUpdated: world.at(0) });
  const emails = [
    'guess-1@campus.edu',
    isOther ? world.stage.people[MEN[nth % 2]!].email : 'guess-2@campus.edu',
  ];
  await world.ask(observer, 'POST /safety/hidden-contacts', { emails });
  for (const { id } of await world.offersOf(observer))
    await world.ask(observer, `PUT /offers/${id}/meeting`, { met: true, again: isOther });
}

/** What another student, or in the last one the observer, does in one of the two worlds. */
export const ACTS: Readonly<Record<string, Act>> = {
  blocks: {
    act: (world, { man, observer }) => world.ask(man, 'POST /blocks', { userId: world.idOf(observer) }),
    looksAs: endOrdinarily,
    except: 'end',
  },
  reports: {
    act: (world, { man, observer }) =>
      world.ask(man, 'POST /safety/reports', {
        userId: world.idOf(observer),
        reason: 'harassment',
        description: 'Follows me',
      }),
    looksAs: endOrdinarily,
    except: 'end',
  },
  hides: {
    act: (world, { man, observer }) => world.ask(man, `POST /matches/${world.idOf(observer)}/hide`),
  },
  'declines another’s offer': {
    act: async (world, draw) => {
      const id = await offerOfCleo(world, draw.man, HOURS[draw.nth]!);
      if (id) await respond(world, draw, id, 'decline');
    },
  },
  'agrees to a date with another': {
    act: async (world, draw) => {
      const items: Offer[] = await world.offersOf(draw.man);
      // not at the time of an offer that he sent: it would be withdrawn later, at random
      const isFree = (hour: number) =>
        items.every(
          ({ fromUserId, proposedDate }) =>
            fromUserId !== world.idOf(draw.man) ||
            Math.abs(Date.parse(proposedDate) - Date.parse(world.at(hour))) >= 2 * 3_600_000,
        );
      const hour = HOURS.find((each, i) => i >= draw.nth && isFree(each));
      const id = hour && (await offerOfCleo(world, draw.man, hour));
      if (id) await respond(world, draw, id, 'accept');
    },
    except: 'withdrawal',
  },
  reads: {
    act: async (world, { man }) => {
      for (const path of ['matches', 'offers', 'profile', 'account/export'])
        await world.ask(man, `GET /${path}`);
      for (const { id } of await world.offersOf(man)) await world.ask(man, `GET /offers/${id}/date`);
    },
  },
  'goes online': { act: async (world, { man }) => world.stage.listen(man) },
  'answers otherwise': {
    // not what cards show
    act: (world, { man, pick }) => world.ask(man, 'PATCH /profile', { answers: OTHER_ANSWERS[pick % 5] }),
  },
  'hides the address': {
    act: (world, draw) => {
      world.away.add(draw.man);
      return world.ask(draw.man, 'POST /safety/hidden-contacts', {
        emails: [world.stage.people[draw.observer].email],
      });
    },
    looksAs: async (world, { man }) => void world.away.add(man),
    except: 'away',
  },
  pauses: {
    act: pause,
    looksAs: async (world, { man }) => void world.away.add(man),
    except: 'away',
  },
  'is suspended or banned': {
    act: async (world, { man, pick }) => {
      world.away.add(man);
      const { id } = await world.ask('cleo', 'POST /safety/reports', {
        userId: world.idOf(man),
        reason: 'safety_concern',
        description: 'What happened',
      });
      const measure = pick % 2 ? 'suspension' : 'ban';
      const verdict = { by: 'Olga', reason: 'We read it.', measure };
      await decideByCommand(world.stage.server.deps, id, 'upheld', verdict);
    },
    looksAs: async (world, draw) => {
      const now = world.stage.server.deps.clock.now().getTime();
      if (draw.pick % 2) world.returns.set(draw.man, now + SUSPENSION_MS);
      await pause(world, draw);
    },
  },
  'says that he is under 18': {
    act: (world, { man }) => {
      world.away.add(man);
      const date = '2012-05-06';
      const answers = { bundle_intro: { display_name: man, date_of_birth: date } };
      return world.ask(man, 'PATCH /profile', { answers, confirmedBirthDate: date });
    },
    looksAs: pause,
  },
  'chooses mail, alerts, a calendar, a link and a week of his own': {
    act: async (world, { man, nth, pick }) => {
      await world.ask(man, 'PUT /offers/mail', { wanted: false });
      const quiet = { from: pick, to: 23 };
      await world.ask(man, 'PUT /alerts', { kinds: [], quiet, showNames: nth % 2 === 0 });
      await world.ask(man, 'POST /calendar-feed');
      const utcSlots = [{ dayOfWeek: pick % 7, startHour: pick, endHour: pick + 2 }];
      await world.ask(man, 'POST /availability', { utcSlots, timezone: 'UTC', lastUpdated: world.at(0) });
      for (const { id } of await world.offersOf(man)) {
        await world.ask(man, `POST /offers/${id}/share`);
        await world.ask(man, `PUT /offers/${id}/meeting`, { met: true, again: nth % 2 === 0 });
      }
    },
  },
  'is blocked, hidden and reported by another': {
    act: async (world, { man }) => {
      const userId = world.idOf(man);
      await world.ask('cleo', 'POST /blocks', { userId });
      await world.ask('cleo', `POST /matches/${userId}/hide`);
      const said = { userId, reason: 'scam', description: 'Asked for money' };
      await world.ask('cleo', 'POST /safety/reports', said);
    },
  },
  'invites the observer who blocked him': {
    act: async (world, draw) => {
      await blockAndLookAway(world, draw);
      const { id } = await inviteHer(world, draw);
      await inviteHim(world, draw);
      if (id && draw.pick % 2) await world.ask(draw.man, `POST /offers/${id}/withdraw`);
    },
    looksAs: async (world, draw) => {
      await blockAndLookAway(world, draw);
      await inviteHim(world, draw);
    },
  },
  'invites the observer who blocked him, and deletes the account': {
    act: async (world, draw) => {
      await blockAndLookAway(world, draw);
      await inviteHer(world, draw);
      await leave(world, draw);
    },
    looksAs: async (world, draw) => {
      await blockAndLookAway(world, draw);
      await leave(world, draw);
    },
  },
  'deletes the account': {
    act: (world, { man }) => {
      world.away.add(man);
      world.left.add(man);
      return world.ask(man, 'DELETE /account');
    },
    looksAs: async (world, draw) => {
      await endOrdinarily(world, draw, true);
      world.left.add(draw.man);
      await pause(world, draw);
    },
    except: 'gone',
  },
  'is there while the observer tries other answers': {
    act: (world, draw) => tryOtherwise(world, draw, true),
    looksAs: (world, draw) => tryOtherwise(world, draw, false),
    except: 'own',
  },
};
