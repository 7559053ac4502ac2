import { readFile } from 'node:fs/promises';
import { coverage, COVERAGE_FILE, printCoverage } from './coverage';
import { taggedTests } from './titles';

describe('docs/spec-coverage.md', () => {
  it('every statement of the specification - has a test that names it', () => {
    const without = [...coverage().tests].filter(([, tests]) => tests.length === 0).map(([id]) => id);
    expect(without).toEqual([]);
  });

  it('every line above a test - names statements there are', () => expect(coverage().unknown).toEqual([]));

  it('printed again from the tests there are - is the same: else run npm run spec:print', async () =>
    expect(await readFile(COVERAGE_FILE, 'utf8')).toBe(printCoverage()));
});

describe('the reading of lines above tests', () => {
  const tag = '  // spec: S1.1 S2.3\n';
  it.each([
    ["it('one - two - three', () => {", 'one - two - three'],
    ['it("it\'s one", async () => {', "it's one"],
    ["it.each([\n  ['a)', 1],\n  [`(`, 2],\n])(\n  '%s - is %i',\n  () => {", '%s - is %i'],
    ['it.each<[string, () => void]>([])(`${A} times`, () => {', '${A} times'],
    ["describe.each(SETS)('a set of %s', () => {", 'a set of %s'],
  ])('%j - gives its title', (call, title) =>
    expect(taggedTests(`${tag}  ${call}`)).toEqual([{ title, statements: ['S1.1', 'S2.3'] }]),
  );

  it('above anything else - is refused', () =>
    expect(() => taggedTests(`${tag}  const a = 1;`)).toThrow('no test follows: // spec: S1.1 S2.3'));
});
