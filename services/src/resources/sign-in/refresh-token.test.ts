import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { decodeRefreshToken, encodeRefreshToken } from './refresh-token';

const secret = randomBytes(32);
const claims = (counter: number) => ({ sessionId: randomUUID(), counter });

describe('a refresh token', () => {
  it.each([0, 1, 127, 128, 300, 2 ** 31, 2 ** 40])(
    'of counter %i - decoded again - is the same',
    (counter) => {
      const said = claims(counter);
      expect(decodeRefreshToken(encodeRefreshToken(said, secret), secret)).toEqual(said);
    },
  );

  it('made with another secret - is refused', () =>
    expect(decodeRefreshToken(encodeRefreshToken(claims(1), randomBytes(32)), secret)).toBeNull());

  it('with a changed counter and matching checksum - is refused', () => {
    const bytes = Buffer.from(encodeRefreshToken(claims(1), secret), 'base64url');
    bytes[17] = 2;
    const signed = bytes.subarray(0, -4);
    const forged = Buffer.concat([signed, createHash('sha256').update(signed).digest().subarray(0, 4)]);
    expect(decodeRefreshToken(forged.toString('base64url'), secret)).toBeNull();
  });

  it.each(['', 'abc', 'A'.repeat(60), 'A'.repeat(97), '*'.repeat(60)])('%p - is refused', (text) =>
    expect(decodeRefreshToken(text, secret)).toBeNull(),
  );

  it('of an impossible counter - longer than six bytes - is refused', () =>
    expect(decodeRefreshToken(encodeRefreshToken(claims(2 ** 50), secret), secret)).toBeNull());
});
