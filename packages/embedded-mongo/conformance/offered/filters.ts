import { Binary, Code, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { mapTries, type Tries } from './try';

/** Filters and the ids of the documents they find. */
export const filters = mapTries<object>(
  {
    $eq: [{ a: { $eq: 2 } }, [2]],
    $ne: [{ a: { $ne: 2 } }, [1, 3]],
    $gt: [{ a: { $gt: 2 } }, [3]],
    $gte: [{ a: { $gte: 2 } }, [2, 3]],
    $lt: [{ a: { $lt: 2 } }, [1]],
    $lte: [{ a: { $lte: 2 } }, [1, 2]],
    $in: [{ a: { $in: [1, 3] } }, [1, 3]],
    $nin: [{ a: { $nin: [1, 3] } }, [2]],
    $exists: [{ n: { $exists: true } }, [2]],
    $type: [{ n: { $type: 'null' } }, [2]],
    $size: [{ l: { $size: 3 } }, [2]],
    $regex: [{ t: { $regex: '^t' } }, [2, 3]],
    $options: [{ t: { $regex: '^T', $options: 'i' } }, [2, 3]],
    $all: [{ l: { $all: [1, 2] } }, [1]],
    $elemMatch: [{ s: { $elemMatch: { n: { $gt: 1 } } } }, [1]],
    $comment: [{ a: { $eq: 1, $comment: 'why' } }, [1]],
    $not: [{ a: { $not: { $gt: 1 } } }, [1]],
    $and: [{ $and: [{ a: { $gt: 1 } }, { t: 'two' }] }, [2]],
    $or: [{ $or: [{ a: 1 }, { t: 'two' }] }, [1, 2]],
    $nor: [{ $nor: [{ a: 1 }, { t: 'two' }] }, [3]],
  },
  async ({ things }, filter) => (await things.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id),
);

const VALUES: Readonly<Record<string, unknown>> = {
  minKey: new MinKey(),
  string: 'x',
  object: { a: 1 },
  array: [[1]],
  binData: new Binary(Buffer.of(1)),
  objectId: new ObjectId(),
  bool: false,
  date: new Date(0),
  timestamp: new Timestamp({ t: 1, i: 1 }),
  regex: /x/,
  javascript: new Code('x'),
  maxKey: new MaxKey(),
  int: new Int32(1),
  long: Long.fromNumber(1),
  decimal: Decimal128.fromString('1'),
  double: new Double(1),
  null: null,
  number: 1.5,
};

/** Each type's name finds a value of that type, and not one of another type. */
export const types: Tries = Object.fromEntries(
  Object.entries(VALUES).map(([name, v]) => [
    name,
    [
      async ({ things }) => {
        const other = name === 'string' ? 1 : 'another';
        await things.insertMany([
          { _id: 9, v },
          { _id: 10, v: other },
        ]);
        return (await things.find({ v: { $type: name as 'string' } }).toArray()).map(({ _id }) => _id);
      },
      [9],
    ],
  ]),
);
