import { cp, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { fixedClock, mailer, type Mail } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { startPushService, type PushBrowser, type PushService } from '@flint/testing/push-service';
import type { Context } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { sendAlerts } from '../../../src/resources/offers/alerts';
import { eventsOf } from '../../../src/resources/offers/event-stream';
import { sendNotices } from '../../../src/resources/offers/notices';
import { sendReminders } from '../../../src/resources/offers/reminders';
import { enrol, introduce, newRound } from '../../../src/resources/offers/testing/campus';
import { takeDueSteps } from '../../../src/resources/offers/write-offer';
import { jpeg, send as sendPhoto } from '../../../src/resources/photos/testing/uploads';

/** The observer, and two accomplices who tell the observer everything. */
export const OBSERVERS = ['ann', 'amy', 'ada'] as const;
/** Men on the lists of all women; what they do is not to be learnt. */
export const MEN = ['ben', 'bob'] as const;
export type Observer = (typeof OBSERVERS)[number];
export type Man = (typeof MEN)[number];
/** The fourth woman is no accomplice. */
export type Name = Observer | Man | 'cleo';
type People = Readonly<Record<Name, TestStudent>>;

/** By the university's clock, a day before the world starts. */
const BEFORE = '2027-03-01T17:00:00Z';
export const START = '2027-03-02T17:00:00Z';
export const WEEK = [{ dayOfWeek: 4, startHour: 18, endHour: 22 }];

export interface Stage extends AsyncDisposable {
  readonly server: TestServer;
  readonly people: People;
  readonly clock: ReturnType<typeof fixedClock>;
  /** The world as it is before anybody acts. */
  reset(): Promise<void>;
  /** What the timed work of all resources does now. */
  runTimedWork(): Promise<void>;
  /** Mails and alerts to these students since the last call, in order. */
  takeNotices(names: readonly Name[]): object[];
  /** Opens the event stream of a student in this process. */
  listen(name: Name): void;
  hangUp(name: Name): void;
  /** What the open streams told since the last call. */
  takeEvents(names: readonly Name[]): Promise<object[]>;
}

type Rows = ReadonlyMap<string, Record<string, unknown>[]>;

const readAll = async ({ deps: { db } }: TestServer): Promise<Rows> => {
  const names = (await db.listCollections()).map(({ name }) => name).toSorted();
  const read = async (name: string) => [name, await db.collection(name).find().toArray()] as const;
  return new Map(await Promise.all(names.map(read)));
};

/** Puts the database back; collections that did not change are not written. */
async function restore(server: TestServer, before: Rows): Promise<void> {
  const now = await readAll(server);
  const write = async (name: string) => {
    const [were, are] = [before.get(name) ?? [], now.get(name) ?? []];
    if (JSON.stringify(were) === JSON.stringify(are)) return;
    const collection = server.deps.db.collection(name);
    await collection.deleteMany({});
    if (were.length > 0) await collection.insertMany(were);
  };
  await Promise.all([...now.keys()].filter((name) => name !== 'processes').map(write));
}

/** Lets the counters of requests that a process keeps in memory be cleared. */
function watchCounters(): () => Promise<void> {
  const { penalty } = RateLimiterMemory.prototype;
  const counted = new Map<string, RateLimiterMemory>();
  // for all tests of the file: a spy ends before the next one
  RateLimiterMemory.prototype.penalty = function (key, ...more) {
    counted.set(`${this.keyPrefix} ${key}`, this);
    return penalty.call(this, key, ...more);
  };
  return async () => {
    for (const [name, limiter] of counted) await limiter.delete(name.split(' ')[1]!);
    counted.clear();
  };
}

async function enrolAll(server: TestServer): Promise<People> {
  const people = {} as Record<Name, TestStudent>;
  for (const name of ['ann', 'amy', 'ada', 'cleo', ...MEN] as const) {
    const gender = MEN.includes(name as Man) ? 'man' : 'woman';
    people[name] = await enrol(server, { name: name[0]!.toUpperCase() + name.slice(1), gender });
    const { deps } = server;
    const answers = {
      lifestyle_dealbreakers: { values: ['none'] },
      substances: { smoking_preference: 'never', drinking_preference: 'socially' },
      religion: 'buddhist',
      age_preference: [18, 30],
      hobbies_interests: ['climbing', 'concerts'],
    };
    await people[name].call('PATCH /profile', { answers });
    const week = { utcSlots: WEEK, timezone: 'UTC', lastUpdated: deps.clock.now().toISOString() };
    await people[name].call('POST /availability', week);
  }
  return people;
}

/** Six students with today's lists, photos of the men, and browsers of the observers that receive alerts. */
export async function openStage(): Promise<Stage> {
  const clock = fixedClock(BEFORE);
  const clearCounters = watchCounters();
  const push: PushService = await startPushService();
  const server = await startTestServer({
    clock,
    writesMax: 100_000,
    env: { IP_LIMIT_FACTOR: '1000', PUSH_LOCAL: 'true' },
  });
  const { deps } = server;
  const people = await enrolAll(server);
  for (const name of MEN) {
    const { status } = await sendPhoto(server, people[name], await jpeg(120, 160));
    if (status !== 200) throw new Error(`the photo of ${name} was refused: ${status}`);
  }
  const browsers = new Map<Observer, PushBrowser>();
  for (const name of ['ann', 'amy'] as const) {
    browsers.set(name, push.browser());
    await people[name].call('POST /alerts/browsers', browsers.get(name)!.subscription);
  }
  await newRound(server);
  const women = [...OBSERVERS, 'cleo'] as const;
  for (const man of MEN) for (const woman of women) await introduce(server, people[man], people[woman]);
  for (const name of OBSERVERS) await people[name].call('GET /matches');

  const kept = await readAll(server);
  const files = `${deps.dataDir}-kept`;
  await cp(deps.dataDir, files, { recursive: true });
  const mails: Mail[] = [];
  mailer(deps).send = (mail) => void mails.push(mail);
  const streams = new Map<Name, PassThrough>();
  const hangUp = (name: Name) => {
    streams.get(name)?.destroy();
    streams.delete(name);
  };

  return {
    server,
    people,
    clock,
    async reset() {
      for (const name of streams.keys()) hangUp(name);
      await Promise.all([restore(server, kept), clearCounters()]);
      await cp(files, deps.dataDir, { recursive: true });
      mails.length = 0;
      push.received.length = 0;
      clock.set(START);
    },
    async runTimedWork() {
      for (const run of [takeDueSteps, sendReminders, sendAlerts, sendNotices]) await run(deps);
    },
    takeNotices(names) {
      const sent = mails.splice(0).flatMap(({ to, subject, text, html, headers, calendar }) => {
        const name = names.find((each) => people[each].email === to.address);
        return name ? [{ to: name, mail: { subject, text, html, headers, calendar } }] : [];
      });
      const pushed = push.received.splice(0).map(({ path, headers, body }) => {
        const [name, browser] = [...browsers].find(([, each]) => each.path === path)!;
        const { ttl, urgency, topic, 'content-length': size } = headers;
        return { to: name, headers: { ttl, urgency, topic, size }, shown: browser.read(body) };
      });
      return [...sent, ...pushed];
    },
    listen(name) {
      if (streams.has(name)) return;
      const ctx = { set: () => undefined, get: () => '' } as unknown as Context;
      const actor = { userId: people[name].id, sessionId: name };
      eventsOf(deps).open(actor, ctx, async () => true);
      streams.set(name, ctx.body as PassThrough);
    },
    hangUp,
    async takeEvents(names) {
      if (streams.size === 0) return [];
      // what a process does every second
      await (eventsOf(deps) as unknown as { ask(): Promise<void> }).ask();
      return names.flatMap((name) => {
        const told: unknown = streams.get(name)?.read();
        return told ? [{ to: name, told: String(told) }] : [];
      });
    },
    async [Symbol.asyncDispose]() {
      for (const name of streams.keys()) hangUp(name);
      await server[Symbol.asyncDispose]();
      await push[Symbol.asyncDispose]();
      await rm(files, { recursive: true, force: true });
    },
  };
}
