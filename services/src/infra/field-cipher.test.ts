import { randomBytes } from 'node:crypto';
import { CannotSeal, cipherOf, sealedUnder } from './field-cipher';

const secret = randomBytes(32);
const key = () => randomBytes(32).toString('base64');
const [old, fresh] = [`2026:${key()}`, `2027:${key()}`];
const cipher = (DATA_KEYS?: string, current = 'local') => {
  const made = cipherOf({ env: { DATA_KEYS }, secret });
  made.follow(current);
  return made;
};

describe('a sealed field', () => {
  it.each([['text'], [{ values: ['a'], other: 'ü' }], [[1, 2]], [null], [7], ['']])(
    '%j - opened at its place - gives the same value',
    (value) => expect(cipher().open(cipher().seal(value, 'a/1/x'), 'a/1/x')).toEqual(value),
  );

  it('a short answer - when sealed - reveals neither its value nor its length', () => {
    const [short, longer] = [cipher().seal('man', 'p'), cipher().seal('genderqueer_or_other', 'p')];
    expect(short).toHaveLength(longer.length);
    expect(Buffer.from(short.split(':')[2]!, 'base64').toString('latin1')).not.toContain('man');
    expect(cipher().seal('man', 'p')).not.toBe(short);
  });

  it('moved to another record, or changed in one bit - does not open', () => {
    const sealed = cipher().seal('man', 'profiles/ann/gender');
    expect(() => cipher().open(sealed, 'profiles/ben/gender')).toThrow();
    const changed = sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2);
    expect(() => cipher().open(changed, 'profiles/ann/gender')).toThrow();
  });

  it('sealed under an older key - opens only while that key is listed, and names the key', () => {
    const sealed = cipher(old, '2026').seal('man', 'p');
    const both = cipher(`${fresh}, ${old}`, '2027');
    expect(both.open(sealed, 'p')).toBe('man');
    expect(sealedUnder(sealed)).toBe('2026');
    expect(sealedUnder(both.seal('man', 'p'))).toBe('2027');
    expect(() => cipher(fresh).open(sealed, 'p')).toThrow("DATA_KEYS: the key '2026' is needed");
  });

  it('under the key derived from the secret - opens when DATA_KEYS is set, too', () =>
    expect(cipher(fresh).open(cipher().seal('man', 'p'), 'p')).toBe('man'));

  it('while the sealing key is unknown, or not confirmed in time - is not sealed', () => {
    const alone = cipherOf({ env: {}, secret: randomBytes(32) });
    expect(() => alone.seal('man', 'p')).toThrow(CannotSeal);
    let mayWrite = true;
    alone.follow('local', () => mayWrite);
    expect(alone.open(alone.seal('man', 'p'), 'p')).toBe('man');
    mayWrite = false;
    expect(() => alone.sealBytes(Buffer.from('man'), 'p')).toThrow(CannotSeal);
  });

  it('stored before fields were sealed - is returned unchanged', () =>
    expect(cipher().open({ values: ['men'] }, 'p')).toEqual({ values: ['men'] }));
});
