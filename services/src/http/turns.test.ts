import fc from 'fast-check';
import { useTestServer } from '@flint/testing';
import { createTurns } from './turns';

const server = useTestServer();

it('works in any order of ends and failures - run at most so many of a key at once, in order, and wait for no other key', async () => {
  const works = fc.array(fc.record({ key: fc.constantFrom('ann', 'ben'), fails: fc.boolean() }), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), works, fc.scheduler(), async (max, all, scheduler) => {
      const inTurn = createTurns(max);
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

it('sixty weeks saved at once by one student - are all stored or refused in plain words', async () => {
  const ann = await server.signIn();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, nth) =>
      ann.call('POST /availability', {
        utcSlots: [{ dayOfWeek: nth % 7, startHour: nth % 20, endHour: (nth % 20) + 2 }],
        timezone: 'America/Toronto',
        lastUpdated: '2026-01-20T12:00:00.000Z',
      }),
    ),
  );
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
});
