import { check, refusal, type MongooseArea } from './models';

export const pipelines: MongooseArea = {
  area: 'Aggregation',
  checks: [
    check(
      '$match, $group, $sort, $project',
      ({ Thing }) =>
        Thing.aggregate([
          { $match: { email: /^u/ } },
          { $group: { _id: '$name', c: { $sum: 1 }, max: { $max: '$n' }, all: { $push: '$n' } } },
          { $sort: { _id: 1 } },
          { $limit: 1 },
          { $project: { c: 1, max: 1, k: { $size: '$all' } } },
        ]),
      [{ _id: 'n0', c: 3, max: 14, k: 3 }],
    ),
    check(
      '$lookup and $unwind',
      ({ Thing }) =>
        Thing.aggregate([
          { $match: { ref: { $ne: null } } },
          { $lookup: { from: 'others', localField: 'ref', foreignField: '_id', as: 'r' } },
          { $unwind: '$r' },
          { $project: { t: '$r.t', _id: 0 } },
        ]),
      [{ t: 'o1' }],
    ),
    check(
      '$lookup with a pipeline',
      ({ Thing }) =>
        Thing.aggregate([
          { $match: { email: 'a@x' } },
          {
            $lookup: {
              from: 'others',
              let: { rid: '$ref' },
              pipeline: [{ $match: { $expr: { $eq: ['$_id', '$$rid'] } } }, { $project: { t: 1, _id: 0 } }],
              as: 'r',
            },
          },
          { $project: { r: 1, _id: 0 } },
        ]),
      [{ r: [{ t: 'o1' }] }],
    ),
    check(
      '$facet',
      async ({ Thing }) =>
        (
          await Thing.aggregate([
            {
              $facet: {
                a: [{ $count: 'n' }],
                b: [
                  { $match: { name: 'n1' } },
                  { $sort: { n: 1 } },
                  { $limit: 2 },
                  { $project: { n: 1, _id: 0 } },
                ],
              },
            },
          ])
        )[0],
      { a: [{ n: 21 }], b: [{ n: 1 }, { n: 8 }] },
    ),
    check(
      'sets, maps and conditions',
      ({ Thing }) =>
        Thing.aggregate([
          { $match: { email: 'u6' } },
          {
            $project: {
              _id: 0,
              a: { $size: { $setIntersection: ['$tags', ['t0', 'q']] } },
              b: { $filter: { input: '$tags', as: 't', cond: { $eq: ['$$t', 'z1'] } } },
              c: { $map: { input: '$tags', in: { $toUpper: '$$this' } } },
              d: { $cond: [{ $gt: ['$n', 5] }, 'hi', 'lo'] },
              e: { $ifNull: ['$nope', 'def'] },
            },
          },
        ]),
      [{ a: 1, b: ['z1'], c: ['T0', 'Z1'], d: 'hi', e: 'def' }],
    ),
    check('$sample', async ({ Thing }) => (await Thing.aggregate([{ $sample: { size: 3 } }])).length, 3),
    check(
      '$bucket',
      async ({ Thing }) =>
        (
          await Thing.aggregate([
            { $match: { email: /^u/ } },
            { $bucket: { groupBy: '$n', boundaries: [0, 5, 10], default: 'more' } },
          ])
        ).map(({ count }) => count),
      [5, 5, 10],
    ),
    check('$unionWith', ({ Thing }) => Thing.aggregate([{ $unionWith: 'others' }, { $count: 'n' }]), [
      { n: 22 },
    ]),
    check(
      'dates',
      ({ Thing }) =>
        Thing.aggregate([
          { $match: { email: 'a@x' } },
          {
            $project: {
              _id: 0,
              d: { $dateToString: { date: '$at', format: '%Y-%m-%d' } },
              y: { $year: '$at' },
            },
          },
        ]),
      [{ d: '1970-01-01', y: 1970 }],
    ),
    check(
      '$out and $merge',
      async ({ Thing, connection }) => {
        await Thing.aggregate([{ $match: { email: /^u1/ } }, { $project: { email: 1 } }, { $out: 'outs' }]);
        await Thing.aggregate([
          { $match: { email: /^u1/ } },
          { $project: { z: 'y' } },
          { $merge: { into: 'outs' } },
        ]);
        const found = await connection.collection('outs').countDocuments({ z: 'y', email: /^u1/ });
        await connection.dropCollection('outs');
        return found;
      },
      11,
    ),
    check(
      'an unknown stage is refused',
      ({ Thing }) => refusal(Thing.collection.aggregate([{ $foo: 1 }]).toArray()),
      40324,
    ),
  ],
};
