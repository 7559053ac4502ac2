import { readFileSync } from 'node:fs';
import path from 'node:path';
import attacks from './attacks.json';
import faults from '../faults/faults.json';

const REPOSITORY = path.resolve(__dirname, '../../..');
/** A file without its comments, because a title in a comment is no test. */
const textOf = (file: string) =>
  readFileSync(path.join(REPOSITORY, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');

const upTo = (count: number, letter?: string) =>
  Array.from({ length: count }, (_, at) => (letter ? `${letter}${at + 1}` : at + 1));

/**
 * The attacks we thought of, then every finding of the outside reviews of 2026-11-21: P and L, the numbered and the minor ones of the
 * privacy and security review; A, further ASVS requirements; S and T, the list and the table of the sign-in review.
 */
const ATTACKS = [
  ...upTo(91),
  ...upTo(18, 'P'),
  ...upTo(15, 'L'),
  ...upTo(2, 'A'),
  ...upTo(7, 'S'),
  ...upTo(4, 'T'),
];

describe.each([
  ['attacks', attacks, ATTACKS],
  ['faults', faults, upTo(19)],
] as const)('the table of %s', (_name, { rows }, wanted) => {
  it('rows - from the first to the last, with every finding - are complete', () =>
    expect(rows.map(({ row }) => row)).toEqual(wanted));

  it('each row - names at least one test', () =>
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]));

  it.each(rows.flatMap(({ row, tests }) => tests.map(([file, title]) => [row, file!, title!] as const)))(
    'row %s - in %s - names a test that exists: %s',
    (_row, file, title) => expect(textOf(file)).toContain(title),
  );
});
