import { check, refusal, type MongooseArea, type Models } from './models';

const transaction = async ({ connection }: Models) => {
  const session = await connection.startSession();
  session.startTransaction();
  return session;
};
const settled = <T>(work: Promise<T>) => {
  let done = false;
  const finished = () => {
    done = true;
  };
  work.then(finished, finished);
  return () => done;
};

export const together: MongooseArea = {
  area: 'Transactions and races',
  checks: [
    check(
      'a transaction is unseen until its commit',
      async (models) => {
        const { Thing } = models;
        const session = await transaction(models);
        await Thing.create([{ email: 'tx1' }], { session });
        const seen = [
          await Thing.countDocuments({ email: 'tx1' }).session(session),
          await Thing.countDocuments({ email: 'tx1' }),
        ];
        await session.commitTransaction();
        await session.endSession();
        return [...seen, await Thing.countDocuments({ email: 'tx1' })];
      },
      [1, 0, 1],
    ),
    check(
      'an aborted transaction leaves nothing',
      async ({ connection, Thing }) => {
        await refusal(
          connection.transaction(async (session) => {
            await Thing.create([{ email: 'tx2' }], { session });
            throw new Error('no');
          }),
        );
        return Thing.countDocuments({ email: 'tx2' });
      },
      0,
    ),
    check(
      'a duplicate ends the transaction',
      async ({ connection, Thing }) => [
        await refusal(
          connection.transaction(async (session) => {
            await Thing.create([{ email: 'tx3' }], { session });
            await Thing.create([{ email: 'u1' }], { session });
          }),
        ),
        await Thing.countDocuments({ email: 'tx3' }),
      ],
      [11000, 0],
    ),
    check(
      'a write conflict is told as one',
      async (models) => {
        const { Thing } = models;
        const [one, two] = [await transaction(models), await transaction(models)];
        await Thing.updateOne({ email: 'u8' }, { $inc: { n: 1 } }, { session: one });
        const code = await refusal(
          Thing.updateOne({ email: 'u8' }, { $inc: { n: 1 } }, { session: two }).exec(),
        );
        await one.commitTransaction();
        await Promise.all([one.endSession(), two.endSession()]);
        return code;
      },
      112,
    ),
    check(
      'withTransaction tries a conflict again',
      async (models) => {
        const { Thing, connection } = models;
        const first = await transaction(models);
        await Thing.updateOne({ email: 'u8' }, { $inc: { n: 1 } }, { session: first });
        const tries = { made: 0 };
        const second = connection.transaction(async (session) => {
          tries.made++;
          await Thing.updateOne({ email: 'u8' }, { $inc: { n: 1 } }, { session });
        });
        while (tries.made < 2) await new Promise(setImmediate);
        await first.commitTransaction();
        await second;
        await first.endSession();
        return (await Thing.findOne({ email: 'u8' }))?.n;
      },
      10,
    ),
    check(
      'a plain write waits for a transaction',
      async (models) => {
        const { Thing } = models;
        const session = await transaction(models);
        await Thing.updateOne({ email: 'u8' }, { $inc: { n: 1 } }, { session });
        const write = Thing.updateOne({ email: 'u8' }, { $inc: { n: 1 } }).exec();
        const done = settled(write);
        for (let round = 0; round < 20; round++) await Thing.countDocuments({ email: 'u8' });
        const early = done();
        await session.commitTransaction();
        await write;
        await session.endSession();
        return [early, (await Thing.findOne({ email: 'u8' }))?.n];
      },
      [false, 10],
    ),
    check(
      'a transaction reads one snapshot',
      async (models) => {
        const { Thing } = models;
        const session = await transaction(models);
        const read = () => Thing.countDocuments({ name: 'n1' }).session(session);
        const before = await read();
        await Thing.create({ email: 'iso1', name: 'n1' });
        const after = await read();
        await session.commitTransaction();
        await session.endSession();
        return before === after;
      },
      true,
    ),
    check(
      '50 creates of one unique value have one winner',
      async ({ Thing }) => {
        const codes = await Promise.all(
          Array.from({ length: 50 }, () => refusal(Thing.create({ email: 'race' }))),
        );
        return [
          codes.filter((code) => code === 'not refused').length,
          codes.filter((code) => code === 11000).length,
        ];
      },
      [1, 49],
    ),
    check(
      '50 upserts make one document',
      async ({ Thing }) => {
        await Promise.all(
          Array.from({ length: 50 }, () =>
            Thing.findOneAndUpdate({ email: 'race2' }, { $inc: { n: 1 } }, { upsert: true }),
          ),
        );
        return [await Thing.countDocuments({ email: 'race2' }), (await Thing.findOne({ email: 'race2' }))?.n];
      },
      [1, 50],
    ),
    check(
      '50 conditional claims have one winner',
      async ({ Thing }) => {
        const claims = await Promise.all(
          Array.from({ length: 50 }, (_, n) =>
            Thing.findOneAndUpdate({ email: 'u1', name: 'n1' }, { name: `own${n}` }),
          ),
        );
        return claims.filter(Boolean).length;
      },
      1,
    ),
  ],
};
