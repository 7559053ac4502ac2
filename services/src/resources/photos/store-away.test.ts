import { createServer } from 'node:http';
import { startTestServer } from '@flint/testing';
import { freePort } from '@flint/testing/free-port';
import { listening } from '@flint/testing/listening';
import { S3_KEYS } from '@flint/testing/s3-double';
import { ask } from './testing/uploads';

/** Stores that cannot be used, by what they do. */
const AWAY: Readonly<Record<string, () => Promise<{ port: number; close: () => Promise<unknown> }>>> = {
  'cannot be reached': async () => ({ port: await freePort(), close: async () => undefined }),
  'answers 503': () => listening(createServer((_request, response) => response.writeHead(503).end())),
  'breaks off': () => listening(createServer((request) => request.socket.destroy())),
};

it.each(Object.entries(AWAY))(
  'a photo store that %s - makes saving answer 503 with Retry-After, and the rest works',
  async (_name, open) => {
    const { port, close } = await open();
    await using server = await startTestServer({
      env: {
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_BUCKET: 'photos',
        S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
        S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
      },
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
