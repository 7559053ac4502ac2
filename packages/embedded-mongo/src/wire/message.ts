import net from 'node:net';
import { BSON } from 'bson';
import { PLAIN, TYPED } from '../bson/codec';
import type { Document } from '../bson/values';

export const OP_REPLY = 1;
export const OP_QUERY = 2004;
export const OP_MSG = 2013;

const HEADER = 16;
const CHECKSUM = 1;
const MORE_TO_COME = 2;

export interface Message {
  readonly requestId: number;
  readonly opCode: number;
  readonly command: Document;
  /** The command with the original type of every number. */
  readonly typed: () => Document;
  /** The client wants no reply (w: 0). */
  readonly silent: boolean;
}

type Sequences = Readonly<Record<string, Buffer[]>>;

/** Documents to store are not decoded; everything else of a sequence is. */
const decodeWith = (body: Buffer, sequences: Sequences, options: typeof PLAIN | typeof TYPED): Document => {
  const command = BSON.deserialize(body, { ...options, fieldsAsRaw: { documents: true } });
  for (const [name, documents] of Object.entries(sequences)) {
    command[name] = name === 'documents' ? documents : documents.map((one) => BSON.deserialize(one, options));
  }
  return command;
};

function sequenceAt(bytes: Buffer, at: number, end: number): readonly [string, Buffer[]] {
  const nameEnd = bytes.indexOf(0, at);
  const documents: Buffer[] = [];
  for (let next = nameEnd + 1; next < end; next += bytes.readInt32LE(next)) {
    documents.push(bytes.subarray(next, next + bytes.readInt32LE(next)));
  }
  return [bytes.toString('utf8', at, nameEnd), documents];
}

function parseMsg(bytes: Buffer, requestId: number): Message {
  const flags = bytes.readUInt32LE(HEADER);
  const end = bytes.length - ((flags & CHECKSUM) === 0 ? 0 : 4);
  const sequences: Record<string, Buffer[]> = {};
  let body: Buffer | undefined;
  for (let at = HEADER + 4; at < end;) {
    const kind = bytes[at];
    const size = bytes.readInt32LE(at + 1);
    const next = at + 1 + size;
    if (kind === 0) body = bytes.subarray(at + 1, next);
    else {
      const [name, documents] = sequenceAt(bytes, at + 5, next);
      sequences[name] = documents;
    }
    at = next;
  }
  const raw = body ?? Buffer.from(BSON.serialize({}));
  let typed: Document | undefined;
  return {
    requestId,
    opCode: OP_MSG,
    command: decodeWith(raw, sequences, PLAIN),
    typed: () => (typed ??= decodeWith(raw, sequences, TYPED)),
    silent: (flags & MORE_TO_COME) !== 0,
  };
}

/** A greeting in the oldest form, with which drivers begin; undefined for anything else. */
function parseQuery(bytes: Buffer, requestId: number): Message | undefined {
  const nameEnd = bytes.indexOf(0, HEADER + 4);
  const command = { ...BSON.deserialize(bytes.subarray(nameEnd + 9), PLAIN), $db: 'admin' };
  if (!/^(?:hello|ismaster)$/i.test(Object.keys(command)[0] ?? '')) return undefined;
  return { requestId, opCode: OP_QUERY, command, typed: () => command, silent: false };
}

/** Parses a whole message as a command; undefined for unsupported messages. */
export function parseMessage(bytes: Buffer): Message | undefined {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  if (opCode === OP_MSG) return parseMsg(bytes, requestId);
  return opCode === OP_QUERY ? parseQuery(bytes, requestId) : undefined;
}

/** Splits a socket's data into messages; closes the connection on an invalid or too large one. */
export function readMessages(socket: net.Socket, largest: () => number, receive: (message: Buffer) => void) {
  let chunks: Buffer[] = [];
  let size = 0;
  const head = () => {
    if ((chunks[0]?.length ?? 0) < HEADER) chunks = [Buffer.concat(chunks)];
    return chunks[0]?.readInt32LE(0) ?? 0;
  };
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= HEADER) {
      const length = head();
      if (length < HEADER || length > largest()) {
        socket.destroy();
        return;
      }
      if (size < length) return;
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      chunks = all.length > length ? [all.subarray(length)] : [];
      size = all.length - length;
      receive(all.subarray(0, length));
    }
  });
}
