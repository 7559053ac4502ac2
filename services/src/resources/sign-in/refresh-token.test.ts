import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { decodeRefreshToken, encodeRefreshToken } from './refresh-token';

const secret = randomBytes(32);
const MOST = 2 ** 42 - 1;
const claims = (counter: number) => ({ sessionId: randomUUID(), counter });

describe('a refresh token', () => {
  it('of any counter of six bytes - is read as it was written, and with any changed character refused', () => {
    const counters = fc.oneof(fc.constantFrom(0, 127, 128, MOST), fc.integer({ min: 0, max: MOST }));
    fc.assert(
      fc.property(counters, fc.nat(), (counter, place) => {
        const said = claims(counter);
        const token = encodeRefreshToken(said, secret);
        expect(decodeRefreshToken(token, secret)).toEqual(said);
        const at = place % token.length;
        const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
        expect(decodeRefreshToken(changed, secret)).toBeNull();
      }),
    );
  });

  it('of another secret, of a longer counter, or of another form - is refused', () => {
    const others = [
      encodeRefreshToken(claims(1), randomBytes(32)),
      encodeRefreshToken(claims(MOST + 1), secret),
      '',
      'abc',
      'A'.repeat(60),
      'A'.repeat(97),
      '*'.repeat(60),
    ];
    for (const token of others) expect([token, decodeRefreshToken(token, secret)]).toEqual([token, null]);
  });

  it('with a changed counter and matching checksum - is refused', () => {
    const bytes = Buffer.from(encodeRefreshToken(claims(1), secret), 'base64url');
    bytes[17] = 2;
    const signed = bytes.subarray(0, -4);
    const forged = Buffer.concat([signed, createHash('sha256').update(signed).digest().subarray(0, 4)]);
    expect(decodeRefreshToken(forged.toString('base64url'), secret)).toBeNull();
  });
});
