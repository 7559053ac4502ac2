import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { startTestServer } from '@flint/testing';
import { push, vapidKeys } from './push';
import { startPushService } from '@flint/testing/push-service';

describe('a VAPID key pair that is set', () => {
  it('configured - is the key that browsers subscribe with, and signs', async () => {
    await using service = await startPushService();
    await using free = await startTestServer();
    const { publicKey, privateKey } = vapidKeys({ ...free.deps, secret: randomBytes(32) });
    const env = {
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: 'mailto:it@campus.edu',
    };
    await using server = await startTestServer({ env });
    const ann = await server.signIn();
    expect((await ann.call('GET /alerts')).body.publicKey).toBe(publicKey);
    expect(await push(server.deps, service.browser().subscription, 'text', false)).toBe('sent');
    const { authorization } = service.received[0]!.headers;
    const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization!)!;
    expect(key).toBe(publicKey);
    const [head, claims, signature] = token!.split('.');
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString()).sub).toBe('mailto:it@campus.edu');
    const point = Buffer.from(publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const signer = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } });
    const given = { key: signer, dsaEncoding: 'ieee-p1363' as const };
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify('sha256', signed, given, Buffer.from(signature!, 'base64url'))).toBe(true);
  });
});
