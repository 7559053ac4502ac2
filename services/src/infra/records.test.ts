import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { mongo } from 'mongoose';
import { encodeRecord, readRecords, RECORDS, writeRecords } from './records';
import { HARD_TEXTS } from './testing/hard-texts';

const RUNS = Number(process.env.FLINT_RECORD_RUNS ?? 100);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.constantFrom(...HARD_TEXTS), fc.string()), { maxLength: 8 })
    .map((parts) => parts.join('')),
);
const key = fc.oneof(
  fc.constantFrom('$date', '$oid', '$numberInt', '$ref', '__proto__', 'constructor', 'a.b', '7', ''),
  text.filter((name) => !name.includes('\0')),
);
const leaf = fc.oneof(
  text,
  fc.integer().map((value) => new mongo.BSON.Int32(value)),
  fc.double().map((value) => new mongo.BSON.Double(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => mongo.BSON.Long.fromBigInt(value)),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => new mongo.BSON.Binary(bytes)),
  fc.constantFrom(null, true, false),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}));
const record = fc.dictionary(key, tree, { maxKeys: 5 });

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

const KEY = Buffer.alloc(32, 7);

describe('records at rest', () => {
  let folder: string;
  let count = 0;
  const newFile = () => path.join(folder, `${count++}${RECORDS}`);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'flint-records-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = async (file: string, part: Parameters<typeof readRecords>[1]) => {
    const found: Uint8Array[] = [];
    for await (const one of readRecords(file, part, KEY)) found.push(encodeRecord(one));
    return found;
  };

  it('with any keys, texts and numbers - are read as they were written, byte for byte', () =>
    fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 6 }), async (records) => {
        const file = newFile();
        const written = records.map(encodeRecord);
        const part = await writeRecords(file, each(written), KEY);
        expect(part.count).toBe(records.length);
        expect((await read(file, part)).map((one) => Buffer.from(one))).toEqual(
          written.map((one) => Buffer.from(one)),
        );
      }),
      { numRuns: RUNS },
    ));

  it('with one byte changed, cut or added anywhere - are refused, by the name of their file', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('change', 'cut', 'add'),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (records, how, place, by) => {
          const file = newFile();
          const part = await writeRecords(file, each(records.map(encodeRecord)), KEY);
          const bytes = await readFile(file);
          const at = place % bytes.length;
          if (how === 'change') bytes[at] = bytes[at]! ^ by;
          const harmed = {
            change: bytes,
            cut: bytes.subarray(0, at),
            add: Buffer.concat([bytes, Buffer.of(by)]),
          };
          await writeFile(file, harmed[how]);
          await expect(read(file, part)).rejects.toThrow(`${path.basename(file)} is damaged`);
        },
      ),
      { numRuns: RUNS },
    ));

  it('of a million characters, and none at all - are read', async () => {
    for (const records of [[], [{ text: '\u2028'.repeat(1_000_000) }]]) {
      const file = newFile();
      const part = await writeRecords(file, each(records.map(encodeRecord)), KEY);
      expect(await read(file, part)).toHaveLength(records.length);
    }
  });

  it('in a file that is not there - are named as missing', async () =>
    expect(read(path.join(folder, `none${RECORDS}`), { count: 0, sha256: '' })).rejects.toThrow(
      'none.bson.gz is missing',
    ));
});
