import net from 'node:net';
import { BSON } from 'bson';
import { PLAIN, TYPED } from '../bson/codec';
import type { Document } from '../bson/values';
import { fail, MongoError } from '../errors';
import { documentEnd, int32, malformed, textEnd } from './check-bson';

export const OP_REPLY = 1;
export const OP_QUERY = 2004;
export const OP_MSG = 2013;

const HEADER = 16;
const CHECKSUM = 1;
const MORE_TO_COME = 2;
/** Flags that a server must know. */
const REQUIRED = 0xffff;

export interface Message {
  readonly requestId: number;
  readonly opCode: number;
  readonly command: Document;
  /** The command with the original type of every number. */
  readonly typed: () => Document;
  /** The client wants no reply (w: 0). */
  readonly silent: boolean;
  /** Why the message cannot be a command. */
  readonly refused?: MongoError;
}

type Sequences = ReadonlyMap<string, Buffer[]>;

/** Documents to store are not decoded; everything else of a sequence is. */
const decodeWith = (body: Buffer, sequences: Sequences, options: typeof PLAIN | typeof TYPED): Document => {
  const command = BSON.deserialize(body, { ...options, fieldsAsRaw: { documents: true } });
  for (const [name, documents] of sequences) {
    command[name] = name === 'documents' ? documents : documents.map((one) => BSON.deserialize(one, options));
  }
  return command;
};

const SEQUENCES = ['documents', 'updates', 'deletes'];

function sequenceAt(bytes: Buffer, at: number, end: number): readonly [string, Buffer[]] {
  const nameEnd = textEnd(bytes, at, end);
  const name = bytes.toString('utf8', at, nameEnd - 1);
  if (!SEQUENCES.includes(name)) fail(40415, `BSON field '${name}' is an unknown field.`);
  const documents: Buffer[] = [];
  for (let next = nameEnd; next < end;) {
    const last = documentEnd(bytes, next, end);
    documents.push(bytes.subarray(next, last));
    next = last;
  }
  return [name, documents];
}

/** The body and the document sequences of a message, every length checked. */
function sectionsOf(bytes: Buffer, end: number): { body: Buffer; sequences: Sequences } {
  const sequences = new Map<string, Buffer[]>();
  let body: Buffer | undefined;
  for (let at = HEADER + 4; at < end;) {
    const kind = bytes[at];
    if (kind === 0 && !body) {
      const last = documentEnd(bytes, at + 1, end);
      body = bytes.subarray(at + 1, last);
      at = last;
    } else if (kind === 1) {
      const last = at + 1 + int32(bytes, at + 1, end);
      if (last < at + 6 || last > end) malformed('a section has another length');
      const [name, documents] = sequenceAt(bytes, at + 5, last);
      if (sequences.has(name)) malformed('a sequence comes twice');
      sequences.set(name, documents);
      at = last;
    } else malformed('a section is of no known kind');
  }
  return { body: body ?? malformed('a message has no body'), sequences };
}

function parseMsg(bytes: Buffer, requestId: number): Message {
  if (bytes.length < HEADER + 4) malformed('a message has no flags');
  const flags = bytes.readUInt32LE(HEADER);
  if ((flags & REQUIRED & ~(CHECKSUM | MORE_TO_COME)) !== 0) malformed('an unknown flag');
  const end = bytes.length - ((flags & CHECKSUM) === 0 ? 0 : 4);
  const silent = (flags & MORE_TO_COME) !== 0;
  const start = { requestId, opCode: OP_MSG, silent };
  try {
    const { body, sequences } = sectionsOf(bytes, end);
    let typed: Document | undefined;
    return {
      ...start,
      command: decodeWith(body, sequences, PLAIN),
      typed: () => (typed ??= decodeWith(body, sequences, TYPED)),
    };
  } catch (refused) {
    if (refused instanceof MongoError) return { ...start, command: {}, typed: () => ({}), refused };
    throw refused;
  }
}

/** A greeting in the oldest form, with which drivers begin; undefined for anything else. */
function parseQuery(bytes: Buffer, requestId: number): Message | undefined {
  const at = textEnd(bytes, HEADER + 4, bytes.length) + 8;
  const end = documentEnd(bytes, at, bytes.length);
  const command = { ...BSON.deserialize(bytes.subarray(at, end), PLAIN), $db: 'admin' };
  if (!/^(?:hello|ismaster)$/i.test(Object.keys(command)[0] ?? '')) return undefined;
  return { requestId, opCode: OP_QUERY, command, typed: () => command, silent: false };
}

/** Parses a whole message as a command; undefined for unsupported messages. Throws for a malformed one. */
export function parseMessage(bytes: Buffer): Message | undefined {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  if (opCode === OP_MSG) return parseMsg(bytes, requestId);
  return opCode === OP_QUERY ? parseQuery(bytes, requestId) : undefined;
}

/** Passes each message of a socket to `receive`, one after the other; reads no more meanwhile. Closes the connection on an invalid or too large one. */
export function readMessages(
  socket: net.Socket,
  largest: () => number,
  receive: (message: Buffer) => Promise<void>,
) {
  let chunks: Buffer[] = [];
  let size = 0;
  let isBusy = false;
  const head = () => {
    if ((chunks[0]?.length ?? 0) < HEADER) chunks = [Buffer.concat(chunks)];
    return chunks[0]?.readInt32LE(0) ?? 0;
  };
  /** The next whole message; undefined if it has not arrived. */
  const next = (): Buffer | undefined => {
    if (size < HEADER) return undefined;
    const length = head();
    if (length < HEADER || length > largest()) return malformed('a message has no valid length');
    if (size < length) return undefined;
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    chunks = all.length > length ? [all.subarray(length)] : [];
    size = all.length - length;
    return all.subarray(0, length);
  };
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      for (let message = next(); message; message = next()) {
        socket.pause();
        await receive(message);
      }
      socket.resume();
    } catch {
      // malformed, or the connection has ended
      socket.destroy();
    }
    isBusy = false;
  };
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    void work();
  });
}
