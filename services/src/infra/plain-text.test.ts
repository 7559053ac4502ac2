import { isVisible, lookOf, plainText } from './plain-text';

describe('a stored text', () => {
  it.each([
    ['Ａｎｎ', 'Ann'],
    ['A\u200bn\u200dn', 'Ann'],
    ['\u202eAnn', 'Ann'],
    [' Zoë ', 'Zoë'],
    ['\u2800', ''],
    ['👩‍🔬 and ❤️', '👩‍🔬 and ❤️'],
    ['می‌خواهم', 'می‌خواهم'],
    ['李明', '李明'],
  ])('%p - is %p', (text, stored) => expect(plainText(text)).toBe(stored));
});

describe('a name', () => {
  it.each(['\u200b', '\u200b\u2060', '\u3164', '\u115f', '\ufeff \u00ad', '\u2800', '...', '\u{e0041}'])(
    '%p - is invisible',
    (name) => expect(isVisible(name)).toBe(false),
  );
  it.each(['A', '李', 'ابن', '🦊', '7'])('%p - is visible', (name) => expect(isVisible(name)).toBe(true));
});

it('look-alike letters - are read as the letters they resemble', () =>
  expect(['Аnn', 'ɑnn', 'ＡＮＮ', 'ánn', 'a\u200bnn'].map(lookOf)).toEqual([
    'ann',
    'ann',
    'ann',
    'ann',
    'ann',
  ]));
