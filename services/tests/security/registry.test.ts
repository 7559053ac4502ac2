import attacks from './attacks.json';
import tampering from '../../../shell/tests/tampering.json';
import faults from '../faults/faults.json';

interface Row {
  readonly row: number | string;
  /** Findings of reviews that say the same. */
  readonly also?: readonly string[];
}
const namesOf = (rows: readonly Row[]) => rows.flatMap(({ row, also = [] }) => [String(row), ...also]);

const upTo = (count: number, letter?: string) =>
  Array.from({ length: count }, (_, at) => (letter ? `${letter}${at + 1}` : at + 1));

/**
 * The attacks we thought of, then every finding of the outside reviews of 2026-11-21: P and L, the numbered and the minor ones of the
 * privacy and security review; A, further ASVS requirements; S and T, the list and the table of the sign-in review. D: what
 * strangers could close or open, of the reviews of 2026-11-24. V: the findings of the review of privacy and abuse of that day. W: what the review of
 * the API of 2026-11-26 found about safety.
 */
const ATTACKS = [
  ...upTo(91),
  ...upTo(18, 'P'),
  ...upTo(15, 'L'),
  ...upTo(2, 'A'),
  ...upTo(7, 'S'),
  ...upTo(4, 'T'),
  ...upTo(4, 'D'),
  ...upTo(15, 'V'),
  ...upTo(5, 'W'),
];

describe.each([
  ['attacks', attacks, ATTACKS],
  ['faults', faults, upTo(27)],
  ['tampering', tampering, upTo(90)],
] as const)('the table of %s', (_name, { rows }, wanted) => {
  it('rows, and the findings that they also stand for - of all attacks and findings - name each once', () =>
    expect(namesOf(rows).toSorted()).toEqual(wanted.map(String).toSorted()));

  it('each row - names at least one test', () =>
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]));
});
