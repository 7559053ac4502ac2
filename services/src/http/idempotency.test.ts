import { startTestDatabase, type TestDatabase } from '@flint/testing/database';
import type { Context } from 'koa';
import { createIdempotency, eraseAnswers } from './idempotency';

const contextOf = (key: string) =>
  ({
    path: '/offers',
    req: { headers: { 'idempotency-key': key } },
    set: () => undefined,
  }) as unknown as Context;
const KEY = 'key-0123456789';
const SECRET = Buffer.alloc(32, 1);

/** Promises that resolve once `count` of them were asked for; later ones resolve at once. */
function createBarrier(count: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= count) for (const go of waiting) go();
    });
}

let database: TestDatabase;
beforeAll(async () => void (database = await startTestDatabase()));
beforeEach(async () => void (await database.db.collection('idempotency_keys').deleteMany({})));
afterAll(() => database[Symbol.asyncDispose]());

describe('Idempotency-Key', () => {
  it('a repeat - gets the first response, without running the work again', async () => {
    const { once } = createIdempotency({ db: database.db, secret: SECRET });
    const work = jest.fn(async () => ({ status: 201, body: { secret: 'address', toUserId: 'ben' } }));
    const answers = [
      await once(contextOf(KEY), 'ann', { a: 1 }, work),
      await once(contextOf(KEY), 'ann', { a: 1 }, work),
    ];
    expect(answers).toEqual([
      { status: 201, body: { secret: 'address', toUserId: 'ben' } },
      { status: 201, body: { secret: 'address', toUserId: 'ben' } },
    ]);
    expect(work).toHaveBeenCalledTimes(1);
    const kept = await database.db.collection('idempotency_keys').findOne();
    expect(kept!['body'].buffer.toString('latin1')).not.toMatch(/secret|address/);
  });

  it.each(['userId', 'fromUserId', 'toUserId'])(
    'a response whose %s is erased - is erased',
    async (member) => {
      const { once } = createIdempotency({ db: database.db, secret: SECRET });
      await once(contextOf(KEY), 'ann', {}, async () => ({ status: 201, body: { [member]: 'ben' } }));
      await eraseAnswers(database.db, 'ben');
      expect(await database.db.collection('idempotency_keys').countDocuments()).toBe(0);
    },
  );

  it('a repeat with another body, during the first request, by another student, or with a bad key - is 422, 409, a new request, 400', async () => {
    const { once } = createIdempotency({ db: database.db, secret: SECRET });
    let finish = () => undefined as void;
    let slow!: ReturnType<typeof once>;
    await new Promise<void>((started) => {
      slow = once(contextOf(KEY), 'ann', { a: 1 }, () => {
        started();
        return new Promise((resolve) => (finish = () => resolve({ status: 201, body: null })));
      });
    });
    const quick = async () => ({ status: 200, body: 'own' });
    await expect(once(contextOf(KEY), 'ann', { a: 1 }, quick)).rejects.toMatchObject({
      code: 'idempotency_in_flight',
    });
    await expect(once(contextOf(KEY), 'ann', { a: 2 }, quick)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
    await expect(once(contextOf('short'), 'ann', { a: 1 }, quick)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect((await once(contextOf(KEY), 'bob', { a: 1 }, quick)).body).toBe('own');
    finish();
    expect((await slow).status).toBe(201);
  });

  it('an answer that cannot be kept - is given all the same', async () => {
    const { once } = createIdempotency({ db: database.db, secret: SECRET });
    // JSON has no such number
    const made = { status: 201, body: { id: 1n } };
    expect(await once(contextOf(KEY), 'ann', {}, async () => made)).toBe(made);
  });

  it('a refusal - frees the key', async () => {
    const { once } = createIdempotency({ db: database.db, secret: SECRET });
    await expect(once(contextOf(KEY), 'ann', {}, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect((await once(contextOf(KEY), 'ann', {}, async () => ({ status: 201, body: null }))).status).toBe(
      201,
    );
  });

  it('a first request whose process died - frees the key after a minute, for one repeat', async () => {
    const { once } = createIdempotency({ db: database.db, secret: SECRET });
    await new Promise<void>((started) => {
      void once(contextOf(KEY), 'ann', {}, () => (started(), new Promise(() => undefined)));
    });
    const age = (seconds: number) =>
      database.db
        .collection('idempotency_keys')
        .updateMany({}, { $set: { createdAt: new Date(Date.now() - seconds * 1_000) } });
    await age(50);
    const early = once(contextOf(KEY), 'ann', {}, async () => ({ status: 201, body: null }));
    await expect(early).rejects.toMatchObject({ code: 'idempotency_in_flight' });
    await age(60);
    // all three read the abandoned key before one of them writes
    const { IdempotencyKey } = database.db.models;
    const allThree = createBarrier(3);
    const updateOne = IdempotencyKey!.updateOne.bind(IdempotencyKey);
    const spy = jest
      .spyOn(IdempotencyKey!, 'updateOne')
      .mockImplementation(((filter: object, update: object) =>
        allThree().then(() => updateOne(filter, update))) as never);
    // the one that took over finishes after the others are refused
    const allDecided = createBarrier(3);
    const work = jest.fn(() => allDecided().then(() => ({ status: 201, body: null })));
    const refusals: unknown[] = [];
    const refuse = async (error: unknown) => {
      refusals.push(error);
      await allDecided();
    };
    await Promise.all([1, 2, 3].map(() => once(contextOf(KEY), 'ann', {}, work).catch(refuse)));
    spy.mockRestore();
    expect(work).toHaveBeenCalledTimes(1);
    expect(refusals).toMatchObject([{ code: 'idempotency_in_flight' }, { code: 'idempotency_in_flight' }]);
    expect(await database.db.collection('idempotency_keys').countDocuments({ status: 201 })).toBe(1);
  });

  it.each(['fails', 'succeeds'])(
    'a late first request whose key a repeat took over - %s - and the response of that repeat stays',
    async (ending) => {
      const { once } = createIdempotency({ db: database.db, secret: SECRET }, 0);
      let end!: () => void;
      let first!: Promise<unknown>;
      await new Promise<void>((started) => {
        const late = async () => {
          started();
          await new Promise<void>((resolve) => (end = resolve));
          if (ending === 'fails') throw new Error('too late');
          return { status: 201, body: 'late' };
        };
        first = once(contextOf(KEY), 'ann', {}, late).catch(() => undefined);
      });
      const work = jest.fn(async () => ({ status: 201, body: 'repeat' }));
      await once(contextOf(KEY), 'ann', {}, work);
      end();
      await first;
      expect((await once(contextOf(KEY), 'ann', {}, work)).body).toBe('repeat');
      expect(work).toHaveBeenCalledTimes(1);
    },
  );
});
