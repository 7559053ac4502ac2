import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { mongo } from 'mongoose';
import { decryptEach, encryptEach } from './encrypted-bytes';

const { BSON } = mongo;
const { EJSON } = BSON;

/** What a file of records contains. */
export interface Part {
  readonly count: number;
  /** Of the file's bytes. */
  readonly sha256: string;
}

/** The ending of a file of records: BSON documents one after another, as mongodump writes them, gzipped. */
export const RECORDS = '.bson.gz';
/** The ending in backups of version 1: a line of extended JSON per document. */
export const LINES = '.ndjson.gz';

const LENGTH_BYTES = 4;
const SMALLEST = 5;
/** A document of 16 MiB, the most that MongoDB stores, with room for what the server adds. */
const LARGEST = 17 * 1024 * 1024;
/** Numbers keep their BSON type, so that a record is stored again as it was. */
const EXACT = { promoteValues: false, bsonRegExp: true } as const;

/** A record as BSON. */
export const encodeRecord = (record: mongo.Document): Uint8Array => BSON.serialize(record);

/** The record of one BSON document. Throws if it is damaged. */
export const decodeRecord = (bytes: Uint8Array): mongo.Document => BSON.deserialize(bytes, EXACT);

/** Writes BSON documents, encrypted under a key, to a new file and flushes it to the disk. Rejects if the file exists. */
export async function writeRecords(
  file: string,
  records: AsyncIterable<Uint8Array>,
  key: Uint8Array,
): Promise<Part> {
  const hash = createHash('sha256');
  let count = 0;
  async function* counted() {
    for await (const record of records) {
      count += 1;
      yield record;
    }
  }
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const handle = await open(file, 'wx', 0o600);
  const sealed = (chunks: AsyncIterable<Buffer>) => hashed(encryptEach(key, chunks));
  await pipeline(counted(), createGzip(), sealed, handle.createWriteStream({ flush: true }));
  return { count, sha256: hash.digest('hex') };
}

/** Cuts bytes into BSON documents by the length that each begins with. Throws if the last one is cut. */
async function* documentsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<mongo.Document> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= LENGTH_BYTES) {
      const length = rest.readInt32LE(at);
      if (length < SMALLEST || length > LARGEST) throw new Error('a record has an impossible length');
      if (rest.length - at < length) break;
      yield decodeRecord(rest.subarray(at, at + length));
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error('the last record is cut');
}

/** Cuts bytes at line feeds. Extended JSON escapes those in texts, but no other line separator. */
async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<mongo.Document> {
  const parse = (line: Buffer) => EJSON.parse(line.toString('utf8'), { relaxed: false }) as mongo.Document;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let at = 0;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a, at)) {
      yield parse(rest.subarray(at, end));
      at = end + 1;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) yield parse(rest);
}

/**
 * Every record of a file, in order, in constant memory; without a key, of one that is not encrypted. Rejects, naming the file, if it is
 * missing or damaged, or does not contain what `part` says; that is known only after the last record.
 */
export async function* readRecords(
  file: string,
  part: Part,
  key: Uint8Array | null,
): AsyncGenerator<mongo.Document> {
  const hash = createHash('sha256');
  const gunzip = createGunzip();
  const bytes = createReadStream(file).on('data', (chunk) => hash.update(chunk));
  // its errors end the reading below
  void pipeline(key ? decryptEach(key, bytes) : bytes, gunzip).catch(() => undefined);
  let count = 0;
  try {
    for await (const record of file.endsWith(LINES) ? linesIn(gunzip) : documentsIn(gunzip)) {
      count += 1;
      yield record;
    }
    if (hash.digest('hex') !== part.sha256) throw new Error('its digest differs');
    if (count !== part.count) throw new Error(`it has ${count} records, not ${part.count}`);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Error(`${path.basename(file)} is ${isMissing ? 'missing' : 'damaged'}`, { cause: error });
  }
}
