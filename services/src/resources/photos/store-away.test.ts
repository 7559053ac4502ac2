import { createServer } from 'node:http';
import { fixedClock } from '@flint/services';
import { startTestServer } from '@flint/testing';
import { freePort } from '@flint/testing/free-port';
import { listening } from '@flint/testing/listening';
import { S3_KEYS, startS3Double } from '@flint/testing/s3-double';
import type { FileStore } from '../../infra/file-store';
import { photoStore } from '../../infra/photo-store';
import { S3_TIMES } from '../../infra/s3-client';
import { ask, jpeg, put } from './testing/uploads';

/** Stores that cannot be used, by what they do. */
const AWAY: Readonly<Record<string, () => Promise<{ port: number; close: () => Promise<unknown> }>>> = {
  'cannot be reached': async () => ({ port: await freePort(), close: async () => undefined }),
  'answers 503': () => listening(createServer((_request, response) => response.writeHead(503).end())),
  'breaks off': () => listening(createServer((request) => request.socket.destroy())),
  'says nothing': () => listening(createServer(() => undefined)),
  'stops in the middle': () =>
    listening(createServer((_request, response) => void response.writeHead(200).write('half'))),
};

const envOf = (endpoint: string, bucket = 'photos') => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
});

beforeEach(() => void jest.replaceProperty(S3_TIMES, 'silenceMs', 300));
afterEach(() => jest.restoreAllMocks());

it.each(Object.entries(AWAY))(
  'a photo store that %s - makes saving answer 503 with Retry-After, and the rest works',
  async (_name, open) => {
    const { port, close } = await open();
    await using server = await startTestServer({
      env: envOf(`http://127.0.0.1:${port}`),
    });
    const ann = await server.signIn();
    const { url } = await ask(ann);
    const { status, headers, body } = await ann.call('POST /photos', { photos: [{ url }] });
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'unavailable']);
    expect((await ann.call('GET /photos')).status).toBe(200);
    expect(server.logged()).toContain('photo store not reachable');
    expect(server.logged()).not.toContain('unforeseen error');
    await close();
  },
);

/** Holds every write to a store until `release`, and then ends it as `end` says, or in the store. */
function holdWrites(store: FileStore, end: () => void = () => undefined) {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { write } = store;
  const writing = jest.spyOn(store, 'write').mockImplementation(async (key, bytes) => {
    await held;
    end();
    return write(key, bytes);
  });
  const begun = async (count: number) => {
    while (writing.mock.calls.length < count) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { begun, release, stop: () => writing.mockRestore() };
}

describe('an uploaded picture', () => {
  async function uploaded() {
    const double = await startS3Double();
    const clock = fixedClock(new Date());
    const server = await startTestServer({ env: envOf(double.endpoint, double.bucket), clock });
    const ann = await server.signIn();
    const { uploadUrl, url } = await ask(ann);
    expect((await put(server, uploadUrl, await jpeg())).status).toBe(200);
    return {
      clock,
      store: photoStore(server.deps),
      files: async () => {
        const keys: string[] = [];
        for await (const key of photoStore(server.deps).list()) keys.push(key);
        return keys.length;
      },
      save: () => ann.call('POST /photos', { photos: [{ url }] }),
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]();
        await double.close();
      },
    };
  }

  it('whose store goes away while it is made - is saved once the store is back', async () => {
    await using picture = await uploaded();
    const away = Object.assign(new Error('away'), { $metadata: { httpStatusCode: 503 } });
    const write = jest.spyOn(picture.store, 'write').mockRejectedValue(away);
    const { status, headers } = await picture.save();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    write.mockRestore();
    const saved = await picture.save();
    expect([saved.status, saved.body.items.length]).toEqual([200, 1]);
  });

  it('that another request is making - is to be asked for again, not refused', async () => {
    await using picture = await uploaded();
    const { begun, release } = holdWrites(picture.store);
    const first = picture.save();
    await begun(1);
    const second = await picture.save();
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '3']);
    release();
    expect((await first).status).toBe(200);
    expect((await picture.save()).body.items).toHaveLength(1);
  });

  it.each(['ends', 'fails'])(
    'whose process hangs or died - is saved two minutes later, and stays when the late one %s',
    async (ending) => {
      await using picture = await uploaded();
      const { begun, release, stop } = holdWrites(picture.store, () => {
        if (ending === 'fails') throw new Error('too late');
      });
      const late = picture.save();
      await begun(4);
      stop();
      picture.clock.advanceSeconds(119);
      expect((await picture.save()).status).toBe(503);
      picture.clock.advanceSeconds(1);
      expect((await picture.save()).body.items).toHaveLength(1);
      release();
      expect((await late).status).toBe(503);
      expect((await picture.save()).body.items).toHaveLength(1);
      expect(await picture.files()).toBe(4);
    },
  );
});
