import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import { listening } from './listening';

/** What a browser would show. */
interface ShownAlert {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
  readonly receipt: string;
}

interface Received {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PushBrowser {
  /** The body of `POST /alerts/browsers`. */
  readonly subscription: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } };
  readonly path: string;
  /** Decrypts a message of this browser. */
  readonly read: (body: Buffer) => ShownAlert;
  /** The decrypted messages so far, oldest first. */
  readonly shown: () => readonly ShownAlert[];
}

const derive = (salt: Buffer, from: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', from, salt, info, length));

/** Decrypts a message as its browser does (RFC 8188 and 8291), without code of the sender. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): ShownAlert {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body[20]!;
  const sender = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const shared = derive(auth, ecdh.computeSecret(sender), info, 32);
  const key = derive(salt, shared, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(salt, shared, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')) as ShownAlert;
}

/** Sends a byte from time to time and never ends the response. */
function trickle(answer: http.ServerResponse): void {
  const timer = setInterval(() => answer.writeProcessing(), 500);
  answer.on('close', () => clearInterval(timer));
}

/**
 * A push service on this machine, for a Flint with `PUSH_LOCAL=true`: records each message and answers `status`. Below /slow, and while the status
 * is 0, its responses never end; below /down they are 503. `await using` it.
 */
export async function startPushService() {
  const received: Received[] = [];
  let wake: () => void = () => undefined;
  const service = http.createServer((request, answer) => {
    if (push.status === 0 || request.url?.startsWith('/slow')) return void trickle(answer);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      answer.writeHead(request.url?.startsWith('/down') ? 503 : push.status).end();
      wake();
    });
  });
  const { url, port, close } = await listening(service);
  const push = {
    received,
    port,
    status: 201,
    /** Waits for the next message and removes it. */
    async take(): Promise<Received> {
      while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return received.shift()!;
    },
    /** A browser with alerts switched on. */
    browser(folder = 'push'): PushBrowser {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/${folder}/${randomBytes(8).toString('hex')}`;
      const read = (body: Buffer) => decrypt(body, ecdh, auth);
      return {
        subscription: {
          endpoint: url + path,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        path,
        read,
        shown: () => received.filter((each) => each.path === path).map(({ body }) => read(body)),
      };
    },
    [Symbol.asyncDispose]: close,
  };
  return push;
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;
