import { useTestServer } from '@flint/testing';
import { until } from '@flint/testing/until';
import fc from 'fast-check';
import { mongo } from 'mongoose';
import { requestsOf } from '../infra/processes';
import { enrol } from '../resources/offers/testing/campus';
import { limitEach } from './turns';

const server = useTestServer();

it('works in any order of ends and failures - run at most so many of a key at once, in order, and wait for no other key', async () => {
  const works = fc.array(fc.record({ key: fc.constantFrom('ann', 'ben'), fails: fc.boolean() }), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), works, fc.scheduler(), async (max, all, scheduler) => {
      const inTurn = limitEach(max);
      const running = { ann: 0, ben: 0 };
      const begun: number[] = [];
      const results = all.map(({ key, fails }, nth) =>
        inTurn(key, async () => {
          begun.push(nth);
          running[key] += 1;
          expect(running[key]).toBeLessThanOrEqual(max);
          await scheduler.schedule(Promise.resolve());
          running[key] -= 1;
          if (fails) throw new Error(`work ${nth} failed`);
          return nth;
        }).catch((error: Error) => error.message),
      );
      for (const key of ['ann', 'ben'] as const)
        expect(running[key]).toBe(Math.min(max, all.filter((each) => each.key === key).length));
      expect(await scheduler.waitFor(Promise.all(results))).toEqual(
        all.map(({ fails }, nth) => (fails ? `work ${nth} failed` : nth)),
      );
      for (const key of ['ann', 'ben']) {
        const own = begun.filter((nth) => all[nth]!.key === key);
        expect(own).toEqual(own.toSorted((one, other) => one - other));
      }
    }),
  );
});

it.each([
  ['four at a time - let a hundred wait', limitEach(4), 104],
  ['one at a time, of which ten may wait - let ten wait', limitEach(1, 10), 11],
])('of 110 works at once, %s, and refuse the rest', async (_how, inTurn, done) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const works = Array.from({ length: 110 }, () =>
    inTurn('ann', () => released).then(
      () => 'done',
      ({ code }) => code,
    ),
  );
  expect(await inTurn('ben', async () => 'done')).toBe('done');
  release();
  expect(await Promise.all(works)).toEqual([
    ...Array.from({ length: done }, () => 'done'),
    ...Array.from({ length: 110 - done }, () => 'rate_limited'),
  ]);
});

it('forty weeks saved at once by one student - are all stored', async () => {
  const ann = await server.signIn();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, nth) =>
      ann.call('POST /availability', {
        utcSlots: [{ dayOfWeek: nth % 7, startHour: nth % 20, endHour: (nth % 20) + 2 }],
        timezone: 'America/Toronto',
        lastUpdated: '2026-01-20T12:00:00.000Z',
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"writes";q=600;w=300');
});

it('a write whose client left while it waited - is not made', async () => {
  const ann = await enrol(server);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const begin = mongo.ClientSession.prototype.withTransaction;
  const held = jest
    .spyOn(mongo.ClientSession.prototype, 'withTransaction')
    .mockImplementation(async function (this: mongo.ClientSession, ...args) {
      await released;
      return begin.apply(this, args);
    });
  const running = Array.from({ length: 4 }, () => ann.call('PUT /safety/pause', { paused: false }));
  await until(() => held.mock.calls.length === 4);
  const client = new AbortController();
  const left = fetch(`${server.url}/api/v1/safety/pause`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ paused: true }),
    signal: client.signal,
  });
  const requests = requestsOf(server.deps);
  await until(() => requests.size === 5);
  // the later answers show that the server has read what came before: the write, and the end of its connection
  await ann.call('GET /safety/standing');
  client.abort();
  await expect(left).rejects.toThrow('aborted');
  await ann.call('GET /safety/standing');
  release();
  await Promise.all(running);
  held.mockRestore();
  await until(() => requests.size === 0);
  expect((await ann.call('GET /safety/standing')).body.pausedAt).toBeNull();
});
