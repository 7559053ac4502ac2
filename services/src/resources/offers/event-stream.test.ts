// Longer than 300 lines: every way in which a page could miss an event, each with its process, clock or connection.
import { expectWithin } from '@flint/testing/long';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STREAM_BEAT_MS } from '@flint/contracts';
import Koa from 'koa';
import { useTestServer, type TestStudent } from '@flint/testing';
import { watchQueries } from '@flint/testing/query-watch';
import { contactMarks } from '../safety/pair.model';
import { eventsOf, OfferEvents } from './event-stream';
import { useCast } from './testing/campus';
import { threads } from './thread.model';

const server = useTestServer({ env: { IP_LIMIT_FACTOR: '1000' } });
const cast = useCast(server);

const invite = async (from: TestStudent, to: TestStudent): Promise<string> => (await from.invite(to)).body.id;

type Stream = Awaited<ReturnType<typeof follow>>;
/** The events a student receives; `next` waits for one more. */
async function follow(who: TestStudent, lastEventId = '', base = server.url, pageAge = '') {
  const stop = new AbortController();
  const response = await fetch(`${base}/api/v1/offers/events`, {
    headers: {
      authorization: `Bearer ${who.token}`,
      ...(lastEventId && { 'last-event-id': lastEventId }),
      ...(pageAge && { 'x-page-age': pageAge }),
    },
    signal: stop.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const next = async (): Promise<{ event: string | undefined; id: string }> => {
    while (!rest.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream ended');
      rest += value;
    }
    const [block = '', ...others] = rest.split('\n\n');
    rest = others.join('\n\n');
    return { event: /^event: (.*)$/m.exec(block)?.[1], id: /^id: (.*)$/m.exec(block)?.[1] ?? '' };
  };
  return { response, next, stop: () => stop.abort() };
}

/**
 * Another API process of the same installation: its own connection, clock and listeners; it answers these students' streams, of the session
 * `s1`, and asks `stands` at most every `askEveryMs`.
 */
async function otherProcess(
  students: TestStudent | readonly TestStudent[],
  stands = async () => true,
  askEveryMs: number | undefined = undefined,
) {
  const db = server.deps.db.useDb(server.deps.db.name);
  const clock = { now: () => new Date() };
  const events = new OfferEvents({ ...server.deps, clock, db }, askEveryMs);
  const watchChanges = db.watch.bind(db);
  const isLive = new Promise<void>((resolve) => {
    jest.spyOn(db, 'watch').mockImplementation((...args) => {
      const changes = watchChanges(...args);
      void once(changes, 'resumeTokenChanged').then(() => resolve());
      return changes as never;
    });
  });
  const koa = new Koa();
  // a listener that disconnects is no error
  koa.silent = true;
  koa.use((ctx) => {
    const isOwn = ({ token }: TestStudent) => ctx.get('authorization') === `Bearer ${token}`;
    const { id } = [students].flat().find(isOwn)!;
    events.open({ userId: id, sessionId: 's1' }, ctx, stands);
  });
  const watch = watchQueries(db);
  const http = createServer(watch.around(koa.callback()));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    db,
    clock,
    /** Its change stream is open, which the first listener opens. */
    isLive,
    /** Those of the latest stream, since it was opened. */
    commands: watch.latestCommands,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    /** Ends every stream, once what is in progress is done. */
    end: () => events.close(),
    async close() {
      await events.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      expect(await watch.findings()).toEqual([]);
    },
  };
}

/** Long enough ago that only the change stream names a write of then. */
const longAgo = () => new Date(Date.now() - 60_000);
const change = (_id: string, updatedAt = new Date()) =>
  threads(server.deps.db).updateOne({ _id }, { $set: { updatedAt }, $inc: { version: 1 } });
/** Writes as long ago, which streams opened later do not send by themselves. */
const age = (_id: string) => threads(server.deps.db).updateOne({ _id }, { $set: { updatedAt: longAgo() } });

/** Waits for the event of this act, or of a later one. */
async function heardBy<T>(stream: Stream, act: () => Promise<T>): Promise<T> {
  const since = Date.now();
  const done = await act();
  while (Number((await stream.next()).id) < since);
  return done;
}
/** Expects that a stream, which its process has ended, brought nothing more. */
const expectSilence = (stream: Stream) => expect(stream.next()).rejects.toThrow('the stream ended');

describe('GET /offers/events', () => {
  it('while open - sends both people every step, also of a process whose clock is three seconds behind, and nobody else', async () => {
    const { ann, ben, cem } = cast;
    const streams = await Promise.all([ann, ben, cem].map((who) => follow(who)));
    const [toAnn, toBen, toCem] = streams as [Stream, Stream, Stream];
    // no proxy may keep events back
    expect(Object.fromEntries(toAnn.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    for (const each of streams) expect((await each.next()).event).toBe('open');
    const offerId = await invite(ann, ben);
    const both = async () => [(await toAnn.next()).event, (await toBen.next()).event];
    expect(await both()).toEqual(['offers', 'offers']);
    await ben.respond(offerId, 'accept');
    expect(await both()).toEqual(['offers', 'offers']);
    await change(offerId, new Date(Date.now() - 3_000));
    expect(await both()).toEqual(['offers', 'offers']);
    await eventsOf(server.deps).close();
    await expectSilence(toCem);
  });

  it('of a student who blocked another - sends one event for the block, and nothing of what the other does after it', async () => {
    const { ann, ben } = cast;
    const [toAnn, toBen] = [await follow(ann), await follow(ben)];
    await toAnn.next();
    const ended = await invite(ann, ben);
    expect(await toAnn.next()).toMatchObject({ event: 'offers' });
    await ann.call('POST /blocks', { userId: ben.id });
    const { id } = await toAnn.next();
    const offerId = await heardBy(toBen, () => invite(ben, ann));
    // a page that reconnects is told of its own block again for five seconds
    await age(ended);
    const again = await follow(ann, id);
    for (const _ of ['before', 'after the missed']) expect((await again.next()).event).toBe('open');
    await heardBy(toBen, () => ben.call(`POST /offers/${offerId}/withdraw`));
    await eventsOf(server.deps).close();
    for (const each of [toAnn, again]) await expectSilence(each);
  });

  it('of an offer whose withdrawal is scheduled, or whose reminder is taken - sends nothing', async () => {
    const { ann, ben, dan } = cast;
    const [_id, another] = [await invite(ann, ben), await invite(ann, dan)];
    for (const each of [_id, another]) await age(each);
    const other = await otherProcess([ben, dan]);
    const [stream, toDan] = [await follow(ben, '', other.url), await follow(dan, '', other.url)];
    expect((await stream.next()).event).toBe('open');
    await other.isLive;
    const model = threads(server.deps.db);
    const withdrawAt = new Date(Date.now() + 60_000);
    await model.updateOne({ _id }, { $set: { withdrawAt, endsAt: withdrawAt } });
    await model.updateOne({ _id }, { $unset: { noticeAt: 1 } });
    // changes arrive in order: these have been handled when this one arrives
    await heardBy(toDan, () => change(another));
    await other.end();
    await expectSilence(stream);
    await other.close();
  });

  it('after a lost connection - sends an event at once for what was missed since the last one, and an id only then', async () => {
    const { ann, ben, cem } = cast;
    const before = await follow(ben);
    const { id } = await before.next();
    before.stop();
    await invite(ann, ben);
    for (const [who, event] of [
      [ben, 'offers'],
      [cem, 'open'],
    ] as const) {
      const after = await follow(who, id);
      // a page that loses this connection here, too, asks since the same id again
      expect(await after.next()).toEqual({ event: 'open', id: '' });
      expect(await after.next()).toEqual({ event, id: expect.stringMatching(/^\d+$/) });
      after.stop();
    }
  });

  it('after a lost connection - while the database cannot be read - sends an event, so that the page reads again', async () => {
    const { ben } = cast;
    const other = await otherProcess(ben);
    jest.spyOn(threads(other.db), 'find').mockImplementationOnce(() => {
      throw new Error('away');
    });
    const stream = await follow(ben, String(Date.now() - 60_000), other.url);
    expect([(await stream.next()).event, (await stream.next()).event]).toEqual(['open', 'offers']);
    stream.stop();
    await other.close();
  });

  it('opened for the first time by a page that is older than a change - sends an event at once; of an invalid age - opens', async () => {
    const { ann, ben } = cast;
    await invite(ann, ben);
    const stream = await follow(ben, '', server.url, '2000');
    expect([(await stream.next()).event, (await stream.next()).event]).toEqual(['open', 'offers']);
    stream.stop();
    for (const pageAge of ['-1', 'x', '1e400', '9'.repeat(30)]) {
      const opened = await follow(ben, '', server.url, pageAge);
      expect([pageAge, (await opened.next()).event]).toEqual([pageAge, 'open']);
      opened.stop();
    }
  });

  it.each([
    ['the clock of both processes', true],
    ['the clock of the process that writes', false],
  ])('after %s was set back - sends changes, also after a lost connection', async (_whose, isBoth) => {
    const { ann, ben } = cast;
    const other = await otherProcess(ben);
    const stream = await follow(ben, '', other.url);
    const { id } = await stream.next();
    await other.isLive;
    for (const clock of [server.deps.clock, ...(isBoth ? [other.clock] : [])])
      jest.spyOn(clock, 'now').mockImplementation(longAgo);
    await invite(ann, ben);
    expect((await stream.next()).event).toBe('offers');
    stream.stop();
    const again = await follow(ben, id);
    expect([(await again.next()).event, (await again.next()).event]).toEqual(['open', 'offers']);
    again.stop();
    await other.close();
  });

  it('with two API processes - sends changes of either process, in the long run within 200 ms, and resumes at the other', async () => {
    const { ann, ben } = cast;
    const second = await otherProcess(ben);
    const there = await follow(ben, '', second.url);
    expect((await there.next()).event).toBe('open');
    const offerId = await invite(ann, ben);
    expect((await there.next()).event).toBe('offers');
    await second.isLive;
    const times: number[] = [];
    let lastId = '';
    for (let round = 0; round < 3; round += 1) {
      const started = performance.now();
      await change(offerId);
      lastId = (await there.next()).id;
      times.push(performance.now() - started);
    }
    times.sort((one, other) => one - other);
    process.stdout.write(`events to another process: ${times.map(Math.round).join(', ')} ms, goal 200 ms\n`);
    expectWithin(times[1]!, 200);
    there.stop();
    await ann.call(`POST /offers/${offerId}/withdraw`);
    for (const url of [server.url, second.url]) {
      const back = await follow(ben, lastId, url);
      expect([(await back.next()).event, (await back.next()).event]).toEqual(['open', 'offers']);
      back.stop();
    }
    await second.close();
  });

  it('of a change that only the change stream named, and that could not be read because the database was away for a moment - is sent', async () => {
    const { ann, ben } = cast;
    const _id = await invite(ann, ben);
    await age(_id);
    const other = await otherProcess(ben);
    const stream = await follow(ben, '', other.url);
    await stream.next();
    await other.isLive;
    const away = jest.spyOn(contactMarks(other.db), 'find').mockImplementationOnce(() => {
      throw new Error('away');
    });
    await change(_id, longAgo());
    expect((await stream.next()).event).toBe('offers');
    expect(away.mock.results[0]).toMatchObject({ type: 'throw' });
    stream.stop();
    await other.close();
  });

  it('of many changes at once - is decided by one read of marks and one of blocks', async () => {
    const { ann, ben, cem, dan } = cast;
    for (const man of [ben, cem, dan]) await age(await invite(man, ann));
    const other = await otherProcess(ann);
    const stream = await follow(ann, '', other.url);
    await stream.next();
    await other.isLive;
    const before = other.commands().length;
    await threads(server.deps.db).updateMany(
      { participants: ann.id },
      { $set: { updatedAt: longAgo() }, $inc: { version: 1 } },
    );
    for (let sent = 0; sent < 3; sent++) expect((await stream.next()).event).toBe('offers');
    const commands = other.commands().slice(before);
    const times = (name: string) => commands.filter((each) => each === `find ${name}`).length;
    expect(times('offer_threads')).toBeGreaterThan(0);
    for (const name of ['contact_marks', 'pairs_apart'])
      expect(times(name)).toBeLessThanOrEqual(times('offer_threads'));
    stream.stop();
    await other.close();
  });

  it('while idle - asks nothing of the database; after a write to its session or account - whether it still stands', async () => {
    const { db } = server.deps;
    const { ann } = cast;
    let asked = 0;
    let stands = true;
    let heard: () => unknown = () => undefined;
    const stillStands = async () => {
      asked += 1;
      heard();
      return stands;
    };
    const there = await otherProcess(ann, stillStands, 2);
    const stream = await follow(ann, '', there.url);
    await stream.next();
    await there.isLive;
    /** Waits until it asks no more: nothing in ten turns of the interval. */
    const settle = async () => {
      for (let last = -1; last !== asked;) {
        last = asked;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const touch = (name: string, _id: string) =>
      db
        .collection<{ _id: string }>(name)
        .updateOne({ _id }, { $set: { touched: new Date(), email: _id } }, { upsert: true });
    await settle();
    for (const [name, another, own] of [
      ['auth_sessions', 's2', 's1'],
      ['auth_users', 'another student', ann.id],
    ] as const) {
      const before = asked;
      const sixth = new Promise<void>((resolve) => (heard = () => asked === before + 6 && resolve()));
      await touch(name, another);
      await settle();
      // changes arrive in order: the other student's has been handled when this one arrives
      await touch(name, own);
      await sixth;
      await settle();
      expect({ name, asked: asked - before }).toEqual({ name, asked: 6 });
    }
    stands = false;
    await db.collection<{ _id: string }>('auth_sessions').deleteOne({ _id: 's1' });
    await expect(stream.next()).rejects.toThrow('the stream ended');
    await there.close();
  });

  it('of a page that stays - is kept open by a comment now and then, and ended after five minutes, to come back with a fresh token', async () => {
    const other = await otherProcess(cast.ann);
    const [intervals, timeouts] = [jest.spyOn(global, 'setInterval'), jest.spyOn(global, 'setTimeout')];
    const stream = await follow(cast.ann, '', other.url);
    expect((await stream.next()).event).toBe('open');
    const runTimer = ({ mock }: typeof intervals | typeof timeouts, after: number) =>
      (mock.calls.find(([, ms]) => ms === after)![0] as () => void)();
    runTimer(intervals, STREAM_BEAT_MS);
    expect(await stream.next()).toEqual({ event: undefined, id: '' });
    runTimer(timeouts, 300_000);
    await expect(stream.next()).rejects.toThrow('the stream ended');
    await other.close();
  });

  it('without a session - answers 401; a seventh stream of one student - 429', async () => {
    expect((await server.call('GET /offers/events')).status).toBe(401);
    const { ann } = cast;
    const streams = await Promise.all(Array.from({ length: 6 }, () => follow(ann)));
    expect((await ann.call('GET /offers/events')).status).toBe(429);
    for (const each of streams) each.stop();
  });
});
