import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createWorkQueue } from './work-queue';

/** Jobs that end when the test ends them. */
function jobs() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    job: async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    },
    endOne: async () => {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
    most: () => most,
  };
}

describe('the queue of pictures', () => {
  it('a full queue - has more waiting than the alert on waiting pictures needs', async () => {
    const rules = readFileSync(path.resolve(__dirname, '../../../../deploy/grafana/alerts.yaml'), 'utf8');
    const needed = Number(/max\(flint_pictures_waiting\) > (\d+)/.exec(rules)![1]);
    const queue = createWorkQueue(1);
    const { job, endOne } = jobs();
    let count = 0;
    const all: Promise<void>[] = [];
    await expect(async () => {
      for (;;) {
        queue.refuseWhenFull();
        all.push(queue.run(job));
        count += 1;
      }
    }).rejects.toThrow(expect.objectContaining({ status: 503 }));
    expect(count - 1).toBeGreaterThan(needed);
    while (count-- > 0) await endOne();
    await Promise.all(all);
  });

  it('more jobs than cores - wait in order, and never exceed the cores', async () => {
    const queue = createWorkQueue(2, 10);
    const { job, endOne, most } = jobs();
    const order: number[] = [];
    const all = Array.from({ length: 6 }, async (_, i) => {
      await queue.run(job);
      order.push(i);
    });
    for (let i = 0; i < 6; i++) await endOne();
    await Promise.all(all);
    expect([most(), order]).toEqual([2, [0, 1, 2, 3, 4, 5]]);
  });

  it('beyond the limit - are refused with 503 and Retry-After - and accepted again once there is room', async () => {
    const queue = createWorkQueue(1, 2);
    const { job, endOne } = jobs();
    const all = [queue.run(job), queue.run(job), queue.run(job)];
    expect(() => queue.refuseWhenFull()).toThrow(expect.objectContaining({ status: 503 }));
    await expect(queue.run(job)).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      extras: { retryAfterSeconds: 3 },
    });
    await endOne();
    expect(() => queue.refuseWhenFull()).not.toThrow();
    await endOne();
    await endOne();
    await Promise.all(all);
  });

  it('a job that fails - frees its slot for the next', async () => {
    const queue = createWorkQueue(1, 1);
    const failed = queue.run(() => Promise.reject(new Error('no picture')));
    const next = queue.run(async () => 'done');
    await expect(failed).rejects.toThrow('no picture');
    expect(await next).toBe('done');
  });
});
