import { check, type MongooseArea } from './models';

export const reading: MongooseArea = {
  area: 'Reading',
  checks: [
    check(
      'types come back as they went',
      async ({ Thing }) => {
        const doc = await Thing.findOne({ email: 'a@x' });
        return [
          doc?.big?.toString(),
          doc?.dec?.toString(),
          doc?.buf?.toString('hex'),
          doc?.map?.get('k'),
          doc?.at?.getTime(),
          doc?.mixed,
          doc?.createdAt instanceof Date,
        ];
      },
      ['9007199254740993', '1.10', '01ff', 1, 5, { z: [1, { q: 2 }] }, true],
    ),
    check(
      'sort, skip, limit and projection',
      ({ Thing }) =>
        Thing.find({ email: /^u1/ }, { email: 1, _id: 0 }).sort('-email').skip(1).limit(1).lean(),
      [{ email: 'u18' }],
    ),
    check(
      'fields left out',
      async ({ Thing }) =>
        Object.keys(
          (await Thing.findOne(
            { email: 'u1' },
            { _id: 0, __v: 0, createdAt: 0, updatedAt: 0, tags: 0, items: 0 },
          ).lean()) ?? {},
        ),
      ['email', 'name', 'n'],
    ),
    check(
      'a cursor in batches',
      async ({ Thing }) => {
        let n = 0;
        for await (const doc of Thing.find({ email: /^u/ }).cursor({ batchSize: 3 })) n += doc ? 1 : 0;
        return n;
      },
      20,
    ),
    check(
      'a cursor closed early',
      async ({ Thing }) => {
        const cursor = Thing.find().cursor({ batchSize: 2 });
        await cursor.next();
        return cursor.close().then(() => 'closed');
      },
      'closed',
    ),
    check(
      'eachAsync in parallel',
      async ({ Thing }) => {
        let n = 0;
        await Thing.find({ n: { $lt: 10 } })
          .cursor()
          .eachAsync(
            () => {
              n++;
            },
            { parallel: 4 },
          );
        return n;
      },
      11,
    ),
    check(
      'a range with a compound sort',
      async ({ Thing }) =>
        (
          await Thing.find({ name: 'n3', n: { $gte: 3, $lt: 18 } })
            .sort({ n: -1 })
            .lean()
        ).map(({ n }) => n),
      [17, 10, 3],
    ),
    check('estimatedDocumentCount', ({ Thing }) => Thing.estimatedDocumentCount(), 21),
    check('distinct', async ({ Thing }) => (await Thing.distinct('name')).sort(), [
      'b',
      'n0',
      'n1',
      'n2',
      'n3',
      'n4',
      'n5',
      'n6',
    ]),
    check(
      'distinct of array elements, filtered',
      async ({ Thing }) => (await Thing.distinct('tags', { n: { $lt: 2 }, email: /^u/ })).sort(),
      ['t0', 't1', 'z0', 'z1'],
    ),
    check('exists', async ({ Thing }) => Boolean(await Thing.exists({ n: 7 })), true),
    check(
      'populate',
      async ({ Thing }) =>
        ((await Thing.findOne({ email: 'a@x' }).populate('ref')) as { ref?: { t?: string } } | null)?.ref?.t,
      'o1',
    ),
    check(
      'explain names the index',
      async ({ Thing }) => {
        const plan = (await Thing.find({ email: 'u8' }).explain('queryPlanner')) as unknown as {
          queryPlanner: { winningPlan: { inputStage: { indexName: string } } };
        };
        return plan.queryPlanner.winningPlan.inputStage.indexName;
      },
      'email_1',
    ),
  ],
};
