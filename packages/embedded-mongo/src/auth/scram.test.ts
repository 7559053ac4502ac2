import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Binary } from 'bson';
import mongoose from 'mongoose';
import { startServer, type RunningServer } from '../server';
import { temporaryFolder } from '../testing/folder';

type Command = Record<string, unknown>;
const PASSWORD = 'correct-horse-battery';
const QUERY = '?directConnection=true&authSource=admin&serverSelectionTimeoutMS=3000';

let server: RunningServer;
let host: string;
beforeAll(async () => {
  server = await startServer({ port: 0, password: PASSWORD });
  host = new URL(server.tcp ?? '').host;
});
afterAll(() => server.close());

/** Runs `work` as a client that logs in with `login`, on one connection. */
async function as<T>(
  login: string,
  work: (admin: mongoose.mongo.Db, client: mongoose.mongo.MongoClient) => Promise<T>,
  { at = host, query = QUERY } = {},
): Promise<T> {
  const client = new mongoose.mongo.MongoClient(`mongodb://${login}${at}/${query}`, { maxPoolSize: 1 });
  try {
    return await work(client.db('admin'), client);
  } finally {
    await client.close();
  }
}
const ping = (login: string, options?: object) =>
  as(login, async (admin) => (await admin.collection('c').findOne({})) ?? 'nothing', options);
const refusal = (code: number) => expect.objectContaining({ code });

/** A client that can stop halfway and send what no driver sends. */
const payload = (text: string) => new Binary(Buffer.from(text));
const say = (admin: mongoose.mongo.Db, command: Command) => admin.command(command);
const textOf = (reply: Command) => (reply.payload as Binary).toString('utf8');
const start = (admin: mongoose.mongo.Db, first: string, options: Command = {}) =>
  say(admin, { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: payload(first), ...options });
const go = (admin: mongoose.mongo.Db, final: string) =>
  say(admin, { saslContinue: 1, conversationId: 1, payload: payload(final) });
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function finalOf(
  bare: string,
  challenge: string,
  { nonce = '', binding = 'biws', password = PASSWORD } = {},
) {
  const [, given = '', salt = '', rounds = ''] = /^r=(.*),s=(.*),i=(\d+)$/.exec(challenge) ?? [];
  const key = hmac(
    pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256'),
    'Client Key',
  );
  const withoutProof = `c=${binding},r=${nonce || given}`;
  const signature = hmac(createHash('sha256').update(key).digest(), `${bare},${challenge},${withoutProof}`);
  const proof = Buffer.from(key.map((byte, at) => byte ^ (signature[at] ?? 0)));
  return `${withoutProof},p=${proof.toString('base64')}`;
}

/** Forwards messages; `change` modifies those of the server. */
async function between(change: (bytes: Buffer) => Buffer) {
  const [, name = '', port = ''] = /^(.*):(\d+)$/.exec(host) ?? [];
  const open = new Set<net.Socket>();
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(port), name);
    for (const one of [client, upstream]) {
      open.add(one);
      one.on('error', () => undefined);
    }
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => client.write(change(bytes)));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    at: `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const one of open) one.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

describe('a password on TCP', () => {
  it('the right one - reads and writes, with the mechanism named or found', async () => {
    expect(await ping(`embedded:${PASSWORD}@`)).toBe('nothing');
    const named = { query: `${QUERY}&authMechanism=SCRAM-SHA-256` };
    expect(await ping(`embedded:${PASSWORD}@`, named)).toBe('nothing');
    const written = await as(`embedded:${PASSWORD}@`, (admin) => admin.collection('d').insertOne({ a: 1 }));
    expect(written.acknowledged).toBe(true);
  });

  it.each([
    ['a wrong password', 'embedded:correct-horse-batterY@', QUERY],
    ['a user there is not', `somebody:${PASSWORD}@`, QUERY],
    ['another database', `embedded:${PASSWORD}@`, QUERY.replace('admin', 'flint')],
  ])('%s - is refused with 18', async (_, login, query) => {
    await expect(ping(login, { query })).rejects.toEqual(refusal(18));
  });

  it.each(['SCRAM-SHA-1', 'PLAIN'])('%s - is refused with 334', async (mechanism) => {
    const query = `?directConnection=true&authMechanism=${mechanism}`;
    await expect(ping(`embedded:${PASSWORD}@`, { query })).rejects.toEqual(refusal(334));
  });

  it.each<[string, Command]>([
    ['find', { find: 'c' }],
    ['insert', { insert: 'c', documents: [{ a: 1 }] }],
    ['listDatabases', { listDatabases: 1 }],
    ['buildInfo', { buildInfo: 1 }],
    ['compactLog', { compactLog: 1 }],
    ['configureFailPoint', { configureFailPoint: 'failCommand', mode: 'off' }],
    ['endSessions', { endSessions: [] }],
    ['commitTransaction', { commitTransaction: 1 }],
    ['a command nobody knows', { fly: 1 }],
  ])('%s without a password - is refused with 13, hello and ping are not', async (_, command) => {
    await as('', async (admin) => {
      expect(await say(admin, { ping: 1 })).toMatchObject({ ok: 1 });
      expect(await say(admin, { hello: 1 })).toMatchObject({ isWritablePrimary: true });
      await expect(say(admin, command)).rejects.toEqual(refusal(13));
    });
  });

  it('a message above 64 kB without a password - ends the connection', async () => {
    await as('', async (admin) => {
      await expect(say(admin, { ping: 1, comment: 'x'.repeat(70_000) })).rejects.toThrow(/closed|ECONNRESET/);
    });
  });

  it('a server without the keys - is detected by the client', async () => {
    const signed = (bytes: Buffer) => {
      const at = bytes.indexOf('v=');
      if (at > 0) bytes[at + 2] = bytes[at + 2] === 65 ? 66 : 65;
      return bytes;
    };
    await using proxy = await between(signed);
    await expect(ping(`embedded:${PASSWORD}@`, { at: proxy.at })).rejects.toThrow('invalid signature');
    await using honest = await between((bytes) => bytes);
    expect(await ping(`embedded:${PASSWORD}@`, { at: honest.at })).toBe('nothing');
  });
});

describe('a SCRAM conversation', () => {
  const bare = 'n=embedded,r=abcdefgh';

  it('that ends with or without the empty exchange - authenticates only when it is complete', async () => {
    await as('', async (admin) => {
      const { payload: text } = await start(admin, `n,,${bare}`);
      const proven = await go(admin, finalOf(bare, (text as Binary).toString('utf8')));
      expect(proven).toMatchObject({ done: false });
      await expect(say(admin, { find: 'c' })).rejects.toEqual(refusal(13));
      expect(await go(admin, '')).toMatchObject({ done: true });
      expect(await say(admin, { find: 'c' })).toMatchObject({ ok: 1 });
    });
    await as('', async (admin) => {
      const challenge = textOf(await start(admin, `y,,${bare}`, { options: { skipEmptyExchange: true } }));
      expect(await go(admin, finalOf(bare, challenge, { binding: 'eSws' }))).toMatchObject({ done: true });
      expect(await say(admin, { find: 'c' })).toMatchObject({ ok: 1 });
    });
  });

  it('that stops halfway - does not authenticate', async () => {
    await as('', async (admin) => {
      await start(admin, `n,,${bare}`);
      await expect(say(admin, { find: 'c' })).rejects.toEqual(refusal(13));
      await expect(say(admin, { saslContinue: 1, conversationId: 2, payload: payload('') })).rejects.toEqual(
        refusal(17),
      );
    });
    await as('', async (admin) => {
      await expect(go(admin, 'c=biws,r=x,p=AAAA')).rejects.toEqual(refusal(17));
    });
  });

  it('with an earlier nonce or proof - is refused with 18, and ends', async () => {
    const [first, final] = await as('', async (admin) => {
      const challenge = textOf(await start(admin, `n,,${bare}`));
      const good = finalOf(bare, challenge);
      await go(admin, good);
      return [challenge, good];
    });
    await as('', async (admin) => {
      const challenge = textOf(await start(admin, `n,,${bare}`));
      expect(challenge).not.toBe(first);
      await expect(go(admin, final)).rejects.toEqual(refusal(18));
      // the correct proof is too late
      await expect(go(admin, finalOf(bare, challenge))).rejects.toEqual(refusal(17));
      await expect(say(admin, { find: 'c' })).rejects.toEqual(refusal(13));
    });
    await as('', async (admin) => {
      const challenge = textOf(await start(admin, `n,,${bare}`));
      const [, nonce = ''] = /^r=([^,]*)/.exec(first) ?? [];
      await expect(go(admin, finalOf(bare, challenge, { nonce }))).rejects.toEqual(refusal(18));
    });
  });

  it.each([
    ['with channel binding', `p=tls-unique,,${bare}`, {}],
    ['in the name of another', `n,a=root,${bare}`, {}],
    ['without a nonce', 'n,,n=embedded,r=', {}],
    ['with an extension', `n,,m=x,${bare}`, {}],
    ['that is no text of it', 'hello', {}],
    ['whose binding is another', `n,,${bare}`, { binding: 'eSws' }],
    ['with an empty password', `n,,${bare}`, { password: '' }],
  ])('%s - is refused with 18', async (_, first, options) => {
    await as('', async (admin) => {
      const attempt = async () => go(admin, finalOf(bare, textOf(await start(admin, first)), options));
      await expect(attempt()).rejects.toEqual(refusal(18));
      await expect(say(admin, { find: 'c' })).rejects.toEqual(refusal(13));
    });
  });

  it('of an unknown user - gets a constant salt', async () => {
    const saltOf = (name: string) =>
      as('', async (admin) => /s=([^,]*)/.exec(textOf(await start(admin, `n,,n=${name},r=abc`)))?.[1]);
    const salt = await saltOf('nobody');
    expect(salt).toHaveLength((await saltOf('embedded'))?.length ?? 0);
    expect(await saltOf('nobody')).toBe(salt);
    expect(await saltOf('no=2Cbody')).not.toBe(salt);
  });
});

describe('the password of a folder', () => {
  const tcpOf = async (dataDir: string, password?: string) => {
    const running = await startServer({ dataDir, port: 0, password });
    return { running, login: `${new URL(running.tcp ?? '').username}`, url: new URL(running.tcp ?? '') };
  };

  it('generated at the first start - is shown once, stays valid, and is in no file', async () => {
    using folder = temporaryFolder();
    const first = await tcpOf(folder.path);
    const { password } = first.url;
    expect(password.length).toBeGreaterThanOrEqual(32);
    expect(await ping(`embedded:${password}@`, { at: first.url.host })).toBe('nothing');
    await first.running.close();
    const again = await tcpOf(folder.path);
    expect(again.url.password).toBe('');
    expect(await ping(`embedded:${password}@`, { at: again.url.host })).toBe('nothing');
    for (const name of readdirSync(folder.path)) {
      const file = path.join(folder.path, name);
      if (!statSync(file).isFile()) continue;
      expect(statSync(file).mode & 0o077).toBe(0);
      expect(readFileSync(file, 'latin1')).not.toContain(password);
    }
    await again.running.close();
  });

  it('given at a start - replaces the earlier one', async () => {
    using folder = temporaryFolder();
    await (await tcpOf(folder.path, PASSWORD)).running.close();
    const { running, url } = await tcpOf(folder.path, 'another-password');
    await expect(ping(`embedded:${PASSWORD}@`, { at: url.host })).rejects.toEqual(refusal(18));
    expect(await ping('embedded:another-password@', { at: url.host })).toBe('nothing');
    await running.close();
  });

  it('that is too short, or not ASCII - is refused in one sentence, and the folder stays unlocked', async () => {
    using folder = temporaryFolder();
    for (const password of ['short', 'pässwörter-und-mehr'])
      await expect(startServer({ dataDir: folder.path, port: 0, password })).rejects.toThrow(
        'The password takes 12 or more printable ASCII characters',
      );
    await (await startServer({ dataDir: folder.path })).close();
  });

  it('without a port - is not needed: only this user can open the socket file', async () => {
    using folder = temporaryFolder();
    const running = await startServer({ dataDir: folder.path });
    expect(running.tcp).toBeUndefined();
    const socket = path.join(folder.path, 'mongo.sock');
    expect(running.origin).toBe(`mongodb://${encodeURIComponent(socket)}/`);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    await running.close();
  });

  it('a path too long for a socket file - gets one in a temporary folder', async () => {
    using folder = temporaryFolder();
    const dataDir = path.join(folder.path, 'x'.repeat(100));
    const running = await startServer({ dataDir });
    const socket = decodeURIComponent(new URL(running.origin).host);
    expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
    await as('', (admin) => admin.collection('c').insertOne({}), { at: new URL(running.origin).host });
    await running.close();
    expect(() => statSync(socket)).toThrow();
  });
});
