import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, ObjectId, UUID } from 'bson';
import { check, count, refused, type Area } from './check';

const id = new ObjectId();
const same = () => new ObjectId(id.toHexString());
const big = '9007199254740993';
const uuid = new UUID();

export const equality: Area = {
  area: 'Equality across BSON types',
  checks: [
    check('an ObjectId equals its copy', [{ a: id }], count({ a: same() }), 1),
    check('an ObjectId is found by $in', [{ a: id }], count({ a: { $in: [same()] } }), 1),
    check('int equals long', [{ a: 5 }], count({ a: Long.fromNumber(5) }), 1),
    check('double equals int', [{ a: new Double(5) }], count({ a: 5 }), 1),
    check(
      'a long above 2^53 equals itself',
      [{ a: Long.fromString(big) }],
      count({ a: Long.fromString(big) }),
      1,
    ),
    check(
      'longs above 2^53 that differ by one differ',
      [{ a: Long.fromString(big) }],
      count({ a: Long.fromString('9007199254740992') }),
      0,
    ),
    check('a big long is greater than an int', [{ a: Long.fromString(big) }], count({ a: { $gt: 5 } }), 1),
    check(
      'decimal 1.0 equals 1.00',
      [{ a: Decimal128.fromString('1.0') }],
      count({ a: Decimal128.fromString('1.00') }),
      1,
    ),
    check('decimal equals int', [{ a: Decimal128.fromString('1') }], count({ a: 1 }), 1),
    check(
      'decimal 10 is above 9',
      [{ a: Decimal128.fromString('10') }],
      count({ a: { $gt: Decimal128.fromString('9') } }),
      1,
    ),
    check(
      'a decimal of 34 digits beside others',
      [{ a: Decimal128.fromString('1.234567890123456789012345678901234') }, { a: 1 }, { a: 2 }],
      count({ a: { $gt: 1 } }),
      2,
    ),
    check(
      'a decimal of 16 digits equals itself only',
      [
        { a: Decimal128.fromString('0.1234567890123456') },
        { a: Decimal128.fromString('0.1234567890123457') },
        { a: 0.1234567890123456 },
      ],
      count({ a: Decimal128.fromString('0.1234567890123456') }),
      1,
    ),
    check(
      'decimal 0.1 is below the double 0.1',
      [{ a: 0.1 }, { a: Decimal128.fromString('0.1') }],
      count({ a: { $lt: 0.1 } }),
      1,
    ),
    check(
      'a double is below a decimal just above it',
      [{ a: 1 }, { a: Decimal128.fromString('1.0000000000000000001') }],
      count({ a: { $lt: Decimal128.fromString('1.0000000000000000001') } }),
      1,
    ),
    check(
      'a decimal just above a double is found above it',
      [{ a: 1 }, { a: Decimal128.fromString('1.0000000000000000001') }],
      count({ a: { $gt: 1 } }),
      1,
    ),
    check(
      'binaries that are no UTF-8 differ',
      [{ a: new Binary(Buffer.from([0xff])) }],
      count({ a: new Binary(Buffer.from([0xfe])) }),
      0,
    ),
    check('a UUID equals binary of subtype 4', [{ a: uuid }], count({ a: new Binary(uuid.buffer, 4) }), 1),
    check('key order of a sub-document counts', [{ a: { x: 1, y: 2 } }], count({ a: { y: 2, x: 1 } }), 0),
    check('an equal sub-document is found', [{ a: { x: 1, y: 2 } }], count({ a: { x: 1, y: 2 } }), 1),
    check('NaN equals NaN', [{ a: NaN }, { a: 1 }], count({ a: NaN }), 1),
    check('-0 equals 0', [{ a: -0 }], count({ a: 0 }), 1),
    check('an empty string is not null', [{ a: '' }], count({ a: null }), 0),
    check('true is not 1', [{ a: true }], count({ a: 1 }), 0),
    check(
      'a text 4 kB long equals only itself',
      [{ a: 'x'.repeat(4000) }, { a: `${'x'.repeat(4000)}y` }],
      count({ a: 'x'.repeat(4000) }),
      1,
    ),
    check('key order of an _id counts', [{ _id: { a: 1, b: 2 } }], count({ _id: { b: 2, a: 1 } }), 0),
  ],
};

export const arraysAndNull: Area = {
  area: 'Arrays, null and missing fields',
  always: [{ key: { 'p.x': 1, 'p.y': 1 } }, { key: { 'q.0': 1 } }],
  checks: [
    check('array order counts', [{ a: [1, 2] }], count({ a: [2, 1] }), 0),
    check('an equal array is found', [{ a: [1, 2] }], count({ a: [1, 2] }), 1),
    check('an element is found', [{ a: [1, 2] }], count({ a: 2 }), 1),
    check('an array as an element is found', [{ a: [[1, 2], 3] }], count({ a: [1, 2] }), 1),
    check('a position in a path', [{ a: [1, 2] }], count({ 'a.0': 1 }), 1),
    check('null finds null and missing', [{}, { a: null }, { a: 1 }], count({ a: null }), 2),
    check(
      'null finds an array with one element lacking the field',
      [{ a: [{ b: 1 }, {}] }],
      count({ 'a.b': null }),
      1,
    ),
    check('null does not find an empty array', [{ a: [] }], count({ 'a.b': null }), 0),
    check('$ne null', [{}, { a: null }, { a: 1 }], count({ a: { $ne: null } }), 1),
    check('$exists false is missing, not null', [{}, { a: null }], count({ a: { $exists: false } }), 1),
    check('$gte null finds missing', [{}], count({ a: { $gte: null } }), 1),
    check('$in with null finds missing', [{}, { a: 1 }], count({ a: { $in: [null, 3] } }), 1),
    check('$nin finds missing', [{}, { a: 1 }], count({ a: { $nin: [1] } }), 1),
    check('two bounds may be met by two elements', [{ a: [1, 20] }], count({ a: { $gt: 5, $lt: 10 } }), 1),
    check(
      '$elemMatch wants one element for both',
      [{ a: [1, 20] }],
      count({ a: { $elemMatch: { $gt: 5, $lt: 10 } } }),
      0,
    ),
    check(
      '$elemMatch over sub-documents',
      [
        {
          a: [
            { b: 1, c: 1 },
            { b: 2, c: 2 },
          ],
        },
      ],
      count({ a: { $elemMatch: { b: 1, c: 2 } } }),
      0,
    ),
    check(
      'two fields of two elements, with an index on both',
      [
        {
          p: [
            { x: 1, y: 5 },
            { x: 5, y: 1 },
          ],
        },
      ],
      count({ 'p.x': 1, 'p.y': 1 }),
      1,
    ),
    check(
      'a number in a path that is a name of an element, too',
      [],
      (docs) => docs.insertOne({ q: [{ 0: 1 }] }),
      refused(16746),
    ),
    check('$all on a scalar', [{ a: 1 }], count({ a: { $all: [1] } }), 1),
    check('$size', [{ a: [] }, { a: [1] }], count({ a: { $size: 0 } }), 1),
  ],
};

export const operators: Area = {
  area: 'Query operators',
  checks: [
    check('$type objectId', [{ a: id }], count({ a: { $type: 'objectId' } }), 1),
    check('$type looks into arrays', [{ a: ['x'] }], count({ a: { $type: 'string' } }), 1),
    check('$type array', [{ a: ['x'] }], count({ a: { $type: 'array' } }), 1),
    check(
      '$type int against double',
      [{ a: new Int32(1) }, { a: new Double(1.5) }],
      count({ a: { $type: 'int' } }),
      1,
    ),
    check('$type number', [{ a: 1 }, { a: 1.5 }, { a: 'x' }], count({ a: { $type: 'number' } }), 2),
    check('$gt compares only values of its type', [{ a: 'x' }, { a: 9 }], count({ a: { $gt: 5 } }), 1),
    check('$lt leaves NaN out', [{ a: NaN }, { a: 1 }], count({ a: { $lt: 5 } }), 1),
    check(
      'a date range leaves numbers out',
      [{ a: new Date(5) }, { a: 5 }],
      count({ a: { $gte: new Date(1) } }),
      1,
    ),
    check(
      '$type double finds whole doubles',
      [{ a: new Double(1) }, { a: 1 }],
      count({ a: { $type: 'double' } }),
      1,
    ),
    check(
      '$type long finds small longs',
      [{ a: Long.fromNumber(1) }, { a: 1 }],
      count({ a: { $type: 'long' } }),
      1,
    ),
    check(
      '$elemMatch does not look into an array that is an element',
      [{ a: [[1, 2]] }],
      count({ a: { $elemMatch: { $gt: 1 } } }),
      0,
    ),
    check(
      'the end of a pattern is also before a last line end',
      [{ a: 'ab\n' }, { a: 'ab\nc' }],
      count({ a: /ab$/ }),
      1,
    ),
    check(
      'a dot meets everything but a line end',
      [{ a: 'a\rc' }, { a: 'a\nc' }, { a: 'a😀c' }],
      count({ a: /^a.c$/ }),
      2,
    ),
    check('blanks are those of ASCII', [{ a: 'a\u00a0c' }, { a: 'a\tc' }], count({ a: /^a\sc$/ }), 1),
    check('a class of everything', [{ a: 'a\u00a0\nc' }], count({ a: /^a[\s\S]+c$/ }), 1),
    check('signs escaped without need', [{ a: 'a-b@c' }], count({ a: new BSONRegExp('^a\\-b\\@c$') }), 1),
    check('$not with a regular expression', [{ a: 'Xy' }, { a: 'zz' }], count({ a: { $not: /^x/i } }), 1),
    check('a prefix', [{ a: 'abc' }, { a: 'xbc' }], count({ a: /^ab/ }), 1),
    check('a prefix with a dot', [{ a: 'abc' }, { a: 'axc' }], count({ a: /^a.c/ }), 2),
    check('a prefix with a quantifier', [{ a: 'a' }, { a: 'abbb' }], count({ a: /^ab*/ }), 2),
    check('a prefix with an alternative', [{ a: 'ab' }, { a: 'cd' }], count({ a: /^ab|cd/ }), 2),
    check(
      'option s lets the dot meet a line end',
      [{ a: 'a\nc' }],
      count({ a: new BSONRegExp('a.c', 's') }),
      1,
    ),
    check('$comment is no condition', [{ a: 1 }], count({ $comment: 'x', a: 1 }), 1),
    check('$or over two fields', [{ a: 1 }, { z: 2 }, { a: 3 }], count({ $or: [{ a: 1 }, { z: 2 }] }), 2),
    check('$nor', [{ a: 1 }, { a: 2 }], count({ $nor: [{ a: 1 }] }), 1),
    check('an unknown operator is refused', [{ a: 1 }], count({ a: { $foo: 1 } }), refused(2)),
    check('an unknown top operator is refused', [{ a: 1 }], count({ $foo: 1 }), refused(2)),
    check('$in wants an array', [{ a: 1 }], count({ a: { $in: 1 } }), refused(2)),
  ],
};
