import fc from 'fast-check';
import { EMAIL_MAX, isEmailAddress, mailboxOf, universityEmail } from './university-email';

const campus = { host: 'campus.edu' };

/** Addresses that do not belong to campus.edu, and some that do, each written so that a weaker rule would accept it. */
const REFUSED: readonly (readonly [what: string, text: unknown])[] = [
  ['one label', 'a@localhost'],
  ['one label, short', 'a@b'],
  ['an IP address', 'a@127.0.0.1'],
  ['an IP literal', 'a@[127.0.0.1]'],
  ['a leading dot', '.a@campus.edu'],
  ['two dots', 'a..b@campus.edu'],
  ['a dot before the @', 'a.@campus.edu'],
  ['a local part over 64', `${'a'.repeat(65)}@campus.edu`],
  ['a trailing dot', 'a@campus.edu.'],
  ['an empty label', 'a@campus..edu'],
  ['a last label that is a number', 'a@campus.123'],
  ['a label starting with a hyphen', 'a@-campus.edu'],
  ['two @', 'user@evil.com@campus.edu'],
  ['a quoted local part', '"a@b"@campus.edu'],
  ['a display name', 'A <a@campus.edu>'],
  ['a leading space', ' a@campus.edu'],
  ['a trailing space', 'a@campus.edu '],
  ['a trailing line end', 'a@campus.edu\n'],
  ['a header after CRLF', 'a@campus.edu\r\nBcc: e@evil.test'],
  ['a list ending in ours', 'e@evil.test, x@campus.edu'],
  ['a list starting with ours', 'x@campus.edu,e@evil.test'],
  ['a semicolon list', 'e@evil.test;x@campus.edu'],
  ['NUL', 'a\0@campus.edu'],
  ['a non-ASCII local part', 'ü@campus.edu'],
  ['a non-ASCII host', 'a@cämpus.edu'],
  ['a fullwidth @', 'a\uFF20campus.edu'],
  ['an ideographic full stop', 'a@campus\u3002edu'],
  ['a long s that folds to s', 'a@campu\u017F.edu'],
  ['a Cyrillic homoglyph', 'a@c\u0430mpus.edu'],
  ['another host', 'a@evil.test'],
  ['a host that ends like ours', 'a@evilcampus.edu'],
  ['a host that starts like ours', 'a@campus.edu.evil.test'],
  ['a subdomain nobody listed', 'a@cs.campus.edu'],
  ['nothing', ''],
  ['no local part', '@campus.edu'],
  ['too long', `a@${'b'.repeat(EMAIL_MAX)}.campus.edu`],
  ['an operator', { $gt: '' }],
  ['a list value', ['a@campus.edu']],
  ['no value', undefined],
];

describe('universityEmail', () => {
  it.each(REFUSED)('%s - %p - is refused', (_what, text) => {
    expect(universityEmail(text, campus)).toBeNull();
  });

  it('the Kelvin sign - in place of a k in the host - is refused', () => {
    expect(universityEmail('user@\u212Aost.com', { host: 'kost.com' })).toBeNull();
  });

  it.each([
    ['Ann@Campus.EDU', 'ann@campus.edu'],
    ['A+Tag@campus.edu', 'a+tag@campus.edu'],
    ["o'brien@campus.edu", "o'brien@campus.edu"],
    ['a.b-c_d@campus.edu', 'a.b-c_d@campus.edu'],
    [`${'a'.repeat(64)}@campus.edu`, `${'a'.repeat(64)}@campus.edu`],
  ])('%p - an address of the university - becomes %p', (text, address) => {
    expect(universityEmail(text, { ...campus, plusTags: true })).toBe(address);
  });

  it('a host whose first label is a number - is accepted', () =>
    expect(universityEmail('a@3.campus.edu', { host: '3.campus.edu' })).toBe('a@3.campus.edu'));

  it('a subdomain - where subdomains count - is accepted at a dot boundary only', () => {
    const rule = { host: 'campus.edu', subdomains: true };
    expect(universityEmail('a@cs.campus.edu', rule)).toBe('a@cs.campus.edu');
    expect(universityEmail('a@evilcampus.edu', rule)).toBeNull();
    expect(universityEmail('a@campus.edu.evil.test', rule)).toBeNull();
  });

  it('a plus tag - where tags are not allowed, or by default - is refused', () => {
    expect(universityEmail('a+b@campus.edu', { ...campus, plusTags: false })).toBeNull();
    expect(universityEmail('a+b@campus.edu', campus)).toBeNull();
  });
});

describe('isEmailAddress', () => {
  it('an internationalised host in its ASCII form - is accepted', () => {
    expect(isEmailAddress('a@xn--bcher-kva.de')).toBe(true);
  });

  it.each([
    [57, true],
    [58, false],
  ])('a longest local part, and labels of 63, 63, %i and 3 - is one of 254 at most: %p', (last, isOne) => {
    const labels = [63, 63, last, 3].map((length) => 'b'.repeat(length)).join('.');
    expect(isEmailAddress(`${'a'.repeat(64)}@${labels}`)).toBe(isOne);
  });

  it('64 kB designed to backtrack - are checked at once', () => {
    // a few milliseconds; one that backtracks takes minutes
    const started = performance.now();
    for (const text of ['a.'.repeat(32_768), `${'a-'.repeat(32_768)}@a.b`, `a@${'a-.'.repeat(21_000)}`]) {
      expect(isEmailAddress(text)).toBe(false);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('mailboxOf', () => {
  it('an address with a tag - is the mailbox without it', () => {
    expect(mailboxOf('ann+a+b@campus.edu')).toBe('ann@campus.edu');
    expect(mailboxOf('a+b@campus.edu')).toBe('a@campus.edu');
    expect(mailboxOf('+a@campus.edu')).toBe('+a@campus.edu');
  });

  it('an alias of the university - is the mailbox, one sign at a time, and once and for all', () => {
    const rule = (aliases: string) => ({ host: 'campus.edu', aliases });
    expect(mailboxOf('a.nn-x=y+z@campus.edu', rule('.'))).toBe('ann-x=y@campus.edu');
    expect(mailboxOf('a.nn-x=y@campus.edu', rule('-'))).toBe('a.nn@campus.edu');
    expect(mailboxOf('a.nn-x=y@campus.edu', rule('='))).toBe('a.nn-x@campus.edu');
    expect(mailboxOf('a.nn-x=y@other.edu', rule('.-='))).toBe('a.nn-x=y@other.edu');
    const local = fc.string({ unit: fc.constantFrom(...'ab.-=+'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(local, fc.subarray([...'.-=']), (name, signs) => {
        const mailbox = mailboxOf(`${name}@campus.edu`, rule(signs.join('')));
        expect(mailboxOf(mailbox, rule(signs.join('')))).toBe(mailbox);
      }),
    );
  });

  it.each(['ann', 'ann@campus.edu@campus.edu', '+tag@campus.edu'])(
    '%p - without a tag - is unchanged',
    (text) => expect(mailboxOf(text)).toBe(text),
  );
});
