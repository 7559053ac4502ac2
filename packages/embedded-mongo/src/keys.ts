// keys.ts - ONE order-preserving byte encoding of BSON values: index keys, compare, equality and hashing all use it.
import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Document,
} from 'bson';
export type Fold = ((s: string) => string) | undefined;
export const isDoc = (v: any): v is Document =>
  v !== null && typeof v === 'object' && v.constructor === Object;
export const isNum = (v: any) =>
  typeof v === 'number' ||
  (typeof v === 'object' &&
    v !== null &&
    (v._bsontype === 'Int32' ||
      v._bsontype === 'Double' ||
      v._bsontype === 'Long' ||
      v._bsontype === 'Decimal128'));
export const num = (v: any): number =>
  typeof v === 'number'
    ? v
    : v._bsontype === 'Decimal128'
      ? Number(v.toString())
      : v._bsontype === 'Long'
        ? v.toNumber()
        : v.value;

export class Writer {
  buf = Buffer.allocUnsafe(512);
  n = 0;
  need(k: number) {
    if (this.n + k > this.buf.length) {
      const b = Buffer.allocUnsafe(Math.max(this.buf.length * 2, this.n + k));
      this.buf.copy(b, 0, 0, this.n);
      this.buf = b;
    }
  }
  u8(b: number) {
    this.need(1);
    this.buf[this.n++] = b;
  }
  raw(b: Uint8Array) {
    this.need(b.length);
    this.buf.set(b, this.n);
    this.n += b.length;
  }
  f64(d: number) {
    this.need(8);
    const n = this.n;
    this.buf.writeDoubleBE(d === 0 ? 0 : d, n);
    if (this.buf[n] & 0x80) for (let i = 0; i < 8; i++) this.buf[n + i] ^= 0xff;
    else this.buf[n] |= 0x80;
    this.n += 8;
  }
  u16(v: number) {
    this.need(2);
    this.buf.writeUInt16BE(v, this.n);
    this.n += 2;
  }
  i64(v: bigint) {
    this.need(8);
    this.buf.writeBigUInt64BE(BigInt.asUintN(64, v + (1n << 63n)), this.n);
    this.n += 8;
  }
  str(s: string) {
    // NUL is escaped (00 -> 00 ff) so that the 00 terminator keeps prefix order
    const bytes = Buffer.byteLength(s);
    this.need(bytes * 2 + 1);
    if (!s.includes('\0')) {
      this.n += this.buf.write(s, this.n);
    } else
      for (const c of Buffer.from(s)) {
        this.buf[this.n++] = c;
        if (c === 0) this.buf[this.n++] = 0xff;
      }
    this.u8(0);
  }
  done() {
    return Buffer.from(this.buf.subarray(0, this.n));
  }
}
export const EMPTY = { _bsontype: 'EmptyArray' }; // [] as a sort or index key: below null, above MinKey
export const T = {
  min: 1,
  und: 15,
  nul: 20,
  nan: 29,
  num: 30,
  str: 60,
  obj: 70,
  arr: 80,
  bin: 90,
  oid: 100,
  bool: 110,
  date: 120,
  ts: 130,
  re: 140,
  max: 240,
};
/** canonical BSON type order (MongoDB "comparison/sort order") */
export function rank(v: any): number {
  switch (typeof v) {
    case 'undefined':
      return T.nul;
    case 'number':
    case 'bigint':
      return T.num;
    case 'string':
      return T.str;
    case 'boolean':
      return T.bool;
  }
  if (v === null) return T.nul;
  if (Array.isArray(v)) return T.arr;
  if (v instanceof Date) return T.date;
  if (v instanceof RegExp) return T.re;
  switch (v._bsontype) {
    case 'EmptyArray':
      return T.und;
    case undefined:
      return v instanceof Uint8Array ? T.bin : T.obj;
    case 'ObjectId':
      return T.oid;
    case 'Int32':
    case 'Double':
    case 'Long':
    case 'Decimal128':
      return T.num;
    case 'Binary':
    case 'UUID':
      return T.bin;
    case 'Timestamp':
      return T.ts;
    case 'BSONRegExp':
      return T.re;
    case 'MinKey':
      return T.min;
    case 'MaxKey':
      return T.max;
    case 'BSONSymbol':
      return T.str;
  }
  return T.max - 1;
}
export function encode(v: any, w: Writer, fold?: Fold): void {
  const r = rank(v);
  switch (r) {
    case T.num: {
      let diff = 0;
      let d: number;
      if (v._bsontype === 'Long') {
        const b = v.toBigInt() as bigint;
        d = Number(b);
        diff = Number(b - BigInt(d));
      } // exact int64: double + rounding difference
      else if (typeof v === 'bigint') {
        d = Number(v);
        diff = Number(v - BigInt(d));
      } else d = num(v);
      if (Number.isNaN(d)) {
        w.u8(T.nan);
        return;
      }
      w.u8(r);
      w.f64(d);
      w.u16(0x8000 + diff);
      return;
    }
    case T.str:
      w.u8(r);
      w.str(fold ? fold(String(v)) : String(v));
      return;
    case T.obj:
      w.u8(r);
      for (const k of Object.keys(v)) {
        w.u8(rank(v[k]));
        w.str(k);
        encode(v[k], w, fold);
      }
      w.u8(0);
      return;
    case T.arr:
      w.u8(r);
      for (const x of v) encode(x, w, fold);
      w.u8(0);
      return;
    case T.bin: {
      const b = v instanceof Binary ? v.buffer.subarray(0, v.position) : v;
      w.u8(r);
      w.need(5);
      w.buf.writeUInt32BE(b.length, w.n);
      w.n += 4;
      w.u8(v.sub_type ?? 0);
      w.raw(b);
      return;
    }
    case T.oid:
      w.u8(r);
      w.raw((v as ObjectId).id);
      return;
    case T.bool:
      w.u8(r);
      w.u8(v ? 2 : 1);
      return;
    case T.date:
      w.u8(r);
      w.i64(BigInt(Number.isNaN(+v) ? 0 : +v));
      return;
    case T.ts:
      w.u8(r);
      w.i64((v as Timestamp).toBigInt());
      return;
    case T.re:
      w.u8(r);
      w.str(v.pattern ?? v.source);
      w.str(v.options ?? v.flags);
      return;
    case T.max - 1:
      w.u8(r);
      w.str(JSON.stringify(v));
      return;
    default:
      w.u8(r);
  }
}
const w1 = new Writer();
const w2 = new Writer();
const SURROGATE = /[\ud800-\udfff]/;
export function compare(a: any, b: any, fold?: Fold): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') {
    if (fold) {
      a = fold(a);
      b = fold(b);
    }
    if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b)); // UTF-8 order, not UTF-16
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (typeof a === 'object' && a !== null && (a._bsontype === 'Int32' || a._bsontype === 'Double'))
    a = a.value; // typed decode
  if (typeof b === 'object' && b !== null && (b._bsontype === 'Int32' || b._bsontype === 'Double'))
    b = b.value;
  if (typeof a === 'number' && typeof b === 'number' && a === a && b === b) return a < b ? -1 : a > b ? 1 : 0;
  if (a instanceof Date && b instanceof Date) return +a - +b < 0 ? -1 : +a === +b ? 0 : 1;
  const ra = rank(a),
    rb = rank(b);
  if (ra !== rb) return ra < rb ? -1 : 1;
  w1.n = w2.n = 0;
  encode(a, w1, fold);
  encode(b, w2, fold);
  return w1.buf.compare(w2.buf, 0, w2.n, 0, w1.n);
}
export const equal = (a: any, b: any, fold?: Fold) => compare(a, b, fold) === 0;
export const hashKey = (v: any, fold?: Fold) => {
  w1.n = 0;
  encode(v, w1, fold);
  return w1.buf.toString('latin1', 0, w1.n);
};
export const enc = (v: any, fold?: Fold) => {
  w1.n = 0;
  encode(v, w1, fold);
  return w1.done();
};
/** value used for sorting: arrays sort by their smallest (asc) or largest (desc) element, [] sorts below null */
export function sortValue(v: any, dir: number): any {
  if (!Array.isArray(v)) return v;
  if (!v.length) return EMPTY;
  return v.reduce((m, x) => (dir * compare(x, m) < 0 ? x : m));
}
export function foldOf(collation: any): Fold {
  if (!collation || !collation.locale || collation.locale === 'simple' || (collation.strength ?? 3) > 2)
    return undefined;
  return collation.strength === 1
    ? (s) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    : (s) => s.normalize('NFC').toLowerCase();
}
export const bsonTypeName = (v: any): string => {
  switch (rank(v)) {
    case T.num:
      return typeof v === 'number'
        ? Number.isInteger(v) && Math.abs(v) < 2 ** 31
          ? 'int'
          : 'double'
        : v._bsontype === 'Int32'
          ? 'int'
          : v._bsontype === 'Long'
            ? 'long'
            : v._bsontype === 'Decimal128'
              ? 'decimal'
              : 'double';
    case T.nul:
      return v === null ? 'null' : 'missing';
    case T.str:
      return 'string';
    case T.obj:
      return 'object';
    case T.arr:
      return 'array';
    case T.bin:
      return 'binData';
    case T.oid:
      return 'objectId';
    case T.bool:
      return 'bool';
    case T.date:
      return 'date';
    case T.ts:
      return 'timestamp';
    case T.re:
      return 'regex';
    case T.min:
      return 'minKey';
    default:
      return 'maxKey';
  }
};
export const toRegExp = (v: any, opts?: string): RegExp => {
  const src = v instanceof BSONRegExp ? v.pattern : v instanceof RegExp ? v.source : String(v);
  const o = opts ?? (v instanceof BSONRegExp ? v.options : v instanceof RegExp ? v.flags : '');
  let s = src;
  let f = '';
  for (const c of o)
    if ('ims'.includes(c)) f += c;
    else if (c === 'x')
      s = s.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*$/gm, (m) => (/^[\s#]/.test(m) ? '' : m));
  return new RegExp(s, f + (/\\p\{|[\ud800-\udfff]/.test(s) ? 'u' : ''));
};
export { Int32, Double, Long, Decimal128, MaxKey, MinKey };
