import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser would show. */
export interface ShownAlert {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

export interface PushBrowser {
  /** What `POST /alerts/browsers` takes. */
  readonly subscription: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } };
  /** What arrived so far, opened, oldest first. */
  readonly shown: readonly ShownAlert[];
}

export interface PushService extends AsyncDisposable {
  /** A browser that asked for alerts. */
  browser(): PushBrowser;
}

const derive = (salt: Buffer, from: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', from, salt, info, length));

/** Opens a message as the browser it was sent to does (RFC 8188 and 8291), by nothing that sends them. */
function open(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): ShownAlert {
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

/** A push service on this machine, for a Flint with `PUSH_LOCAL=true`. `await using` it. */
export async function startPushService(): Promise<PushService> {
  const receivers = new Map<string, (body: Buffer) => void>();
  const server = http.createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const receive = receivers.get(request.url ?? '');
      receive?.(Buffer.concat(parts));
      answer.writeHead(receive ? 201 : 404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    browser() {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const shown: ShownAlert[] = [];
      const at = `/push/${randomBytes(8).toString('hex')}`;
      receivers.set(at, (body) => shown.push(open(body, ecdh, auth)));
      return {
        subscription: {
          endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}${at}`,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        shown,
      };
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
