import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { BSON } from 'bson';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { startServer, type RunningServer } from '../server';
import { collectGarbage } from '../testing/garbage';

/** `WIRE_RUNS=10000 npx jest packages/embedded-mongo/src/wire`: the long run. */
const RUNS = Number(process.env.WIRE_RUNS ?? 400);
jest.setTimeout(600_000 + RUNS * 100);

let server: RunningServer;
let client: mongoose.mongo.MongoClient;
let port: number;

beforeAll(async () => {
  server = await startServer({ port: 0, password: 'a long password'.replaceAll(' ', '-') });
  port = Number(new URL(server.tcp ?? '').port);
  client = await new mongoose.mongo.MongoClient(`${server.origin}?directConnection=true`).connect();
});
afterAll(async () => {
  await client.close();
  await server.close();
});

/** Bytes of all buffers that are in use. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Fields of a frame; lengths are computed unless given. */
interface Frame {
  readonly opCode: number;
  readonly flags: number;
  readonly sections: readonly Buffer[];
}

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value | 0);
  return bytes;
};
const section = (name: string, documents: readonly Buffer[]) => {
  const rest = Buffer.concat([Buffer.from(`${name}\0`), ...documents]);
  return Buffer.concat([Buffer.of(1), int(rest.length + 4), rest]);
};
function encode({ opCode, flags, sections }: Frame): Buffer {
  const start = opCode === 2004 ? [int(0), Buffer.from('admin.$cmd\0'), int(0), int(-1)] : [int(flags)];
  const rest = Buffer.concat([...start, ...sections]);
  return Buffer.concat([int(rest.length + 16), int(1), int(0), int(opCode), rest]);
}

const name = fc.constantFrom(
  'hello',
  'ping',
  'insert',
  'saslStart',
  'saslContinue',
  'find',
  'getMore',
  '$db',
  '__proto__',
  '',
);
const value = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(1, 'admin', null, true, -1, 2 ** 40, /a/, Buffer.alloc(3), 'SCRAM-SHA-256'),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 4 }), tie('node'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).node;
const body = fc
  .tuple(name, value, fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true }))
  .map(([first, one, rest]) => Buffer.from(BSON.serialize({ [first]: one, $db: 'admin', ...rest })));
const frame = fc
  .record({
    opCode: fc.oneof(
      { weight: 4, arbitrary: fc.constant(2013) },
      { weight: 1, arbitrary: fc.constantFrom(2004, 2012, 1, 0, -1) },
    ),
    flags: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(1, 2, 4, 65_536, -1) },
    ),
    sections: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: body.map((one) => Buffer.concat([Buffer.of(0), one])) },
        {
          weight: 2,
          arbitrary: fc
            .tuple(fc.constantFrom('documents', 'updates', '__proto__', ''), fc.array(body, { maxLength: 3 }))
            .map(([of, documents]) => section(of, documents)),
        },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(encode);
/** Places that get another number, another byte, or are cut off. */
const damage = fc.oneof(
  fc.record({
    at: fc.nat(),
    int: fc.constantFrom(-1, 0, 1, 4, 5, 0x7f_ff_ff_ff, -0x80_00_00_00, 48_000_000, 65_536),
  }),
  fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) }),
  fc.record({ at: fc.nat(), cut: fc.constant(true) }),
);

function damaged(
  bytes: Buffer,
  damages: readonly { at: number; int?: number; byte?: number; cut?: boolean }[],
) {
  let out: Buffer = Buffer.from(bytes);
  for (const { at, int: number, byte, cut } of damages) {
    const place = at % out.length;
    if (number !== undefined && place + 4 <= out.length) out.writeInt32LE(number, place);
    if (byte !== undefined) out[place] = byte;
    if (cut && place > 0) out = out.subarray(0, place);
  }
  return out;
}

/** Sends the bytes as a stranger, and waits until the server has answered or closed, or clearly waits for more. */
async function send(bytes: Buffer) {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end(bytes);
  socket.resume();
  await Promise.race([once(socket, 'close'), delay(2000, undefined, { ref: false })]);
  socket.destroy();
}

/** Expects that others are answered; a server that hangs lets the test time out. */
async function expectAnswers() {
  expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
}

describe('the border of the server', () => {
  it('messages of a stranger, right and damaged at any place - block nobody, and end no process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(frame, { minLength: 1, maxLength: 3 }),
        fc.array(damage, { maxLength: 3 }),
        async (frames, damages) => {
          await send(damaged(Buffer.concat(frames), damages));
          await expectAnswers();
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('replies that wait for their reader - leave no listener behind', async () => {
    // the only way to the sockets that the server accepts
    const opened = jest.spyOn(net.Socket.prototype, 'setNoDelay');
    const reader = await new mongoose.mongo.MongoClient(`${server.origin}?directConnection=true`).connect();
    const texts = reader.db('x').collection('texts');
    await texts.insertOne({ text: 'a'.repeat(4_000_000) });
    for (let reads = 0; reads < 12; reads++) await texts.findOne();
    const sockets = new Set(opened.mock.contexts as net.Socket[]);
    // both ends of at least one connection
    expect(sockets.size).toBeGreaterThan(1);
    for (const socket of sockets) expect(socket.listenerCount('close')).toBeLessThan(5);
    opened.mockRestore();
    await reader.close();
  });

  it.each([
    ['a section of size -1', Buffer.concat([Buffer.of(1), int(-1), Buffer.from('documents\0')])],
    ['a document of size 0', section('documents', [int(0)])],
    ['a body of size 0', Buffer.concat([Buffer.of(0), int(0)])],
    ['no body', section('documents', [])],
  ])('%s - closes the connection', async (_, bytes) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(encode({ opCode: 2013, flags: 0, sections: [bytes] }));
    await once(socket, 'close');
    await expectAnswers();
  });

  it.each([300, 3000])('a document of %d levels - is refused with 15', async (levels) => {
    let deep: object = {};
    for (let level = 1; level < levels; level++) deep = { a: deep };
    await expect(client.db('x').collection('y').insertOne({ deep })).rejects.toMatchObject({ code: 15 });
  });

  it('a client that does not read its replies - gets no more of them, and the server holds none', async () => {
    const text = 'x'.repeat(2_000_000);
    await client.db('x').collection('large').insertOne({ text });
    const find = Buffer.from(BSON.serialize({ find: 'large', filter: {}, $db: 'x' }));
    const socket = net.connect(decodeURIComponent(new URL(server.origin).host));
    socket.pause();
    const bytes = encode({ opCode: 2013, flags: 0, sections: [Buffer.concat([Buffer.of(0), find])] });
    const before = heldBytes();
    for (let turn = 0; turn < 100; turn++) socket.write(bytes);
    for (let turn = 0; turn < 200; turn++) await expectAnswers();
    expect(heldBytes() - before).toBeLessThan(60_000_000);
    socket.destroy();
  });
});
