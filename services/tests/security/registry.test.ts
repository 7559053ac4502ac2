import { readFileSync } from 'node:fs';
import path from 'node:path';
import attacks from './attacks.json';
import faults from '../faults/faults.json';

const REPOSITORY = path.resolve(__dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');

describe.each([
  ['attacks', attacks, 68],
  ['faults', faults, 18],
] as const)('the table of %s', (_name, { rows }, count) => {
  it('numbers - from the first row to the last - miss none', () =>
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: count }, (_, at) => at + 1)));

  it.each(rows.flatMap(({ row, tests }) => tests.map(([file, title]) => [row, file!, title!] as const)))(
    'row %i - in %s - names a test that exists: %s',
    (_row, file, title) => expect(textOf(file)).toContain(title),
  );
});
