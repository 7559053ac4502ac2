import { createECDH, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import ece from 'http_ece';

interface Received {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Says now and then that it is at work, and never answers. */
function trickle(answer: http.ServerResponse): void {
  const timer = setInterval(() => answer.writeProcessing(), 500);
  answer.on('close', () => clearInterval(timer));
}

/** A push service of this machine: keeps what it is sent, and answers `status`; below /slow it never ends an answer. */
export async function startPushService() {
  const received: Received[] = [];
  const service = http.createServer((request, answer) => {
    if (request.url?.startsWith('/slow')) return void trickle(answer);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      answer.writeHead(push.status).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;

  const push = {
    received,
    status: 201,
    /** A browser that asked for alerts. */
    browser(folder = 'push') {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16).toString('base64url');
      const path = `/${folder}/${randomBytes(8).toString('hex')}`;
      const subscription = {
        endpoint: `http://127.0.0.1:${port}${path}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth },
      };
      const read = (body: Buffer) =>
        JSON.parse(
          ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString('utf8'),
        );
      /** What it was sent, in the clear. */
      const shown = () => received.filter((each) => each.path === path).map(({ body }) => read(body));
      return { subscription, path, read, shown };
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void service.close(() => resolve())),
  };
  return push;
}
