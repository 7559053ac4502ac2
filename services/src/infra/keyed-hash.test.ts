import { isSameHash, keyedHash } from './keyed-hash';

const needs = { secret: Buffer.alloc(32, 7) };
const hash = keyedHash(needs, 'pictures', 'ann');

describe('a keyed hash', () => {
  it('of another text, for another purpose or by another secret - is another one', () => {
    const others = [
      keyedHash(needs, 'pictures', 'ben'),
      keyedHash(needs, 'mail', 'ann'),
      keyedHash({ secret: Buffer.alloc(32, 8) }, 'pictures', 'ann'),
    ];
    expect(others.map((other) => isSameHash(other, hash))).toEqual([false, false, false]);
    expect(isSameHash(keyedHash(needs, 'pictures', 'ann'), hash)).toBe(true);
  });

  it('compared with any text - of as many characters in more bytes, too - is refused without an error', () => {
    for (const text of ['', hash.slice(1), `${hash}A`, 'é'.repeat(hash.length)])
      expect(isSameHash(text, hash)).toBe(false);
  });
});
