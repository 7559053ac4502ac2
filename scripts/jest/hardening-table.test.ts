import { readFileSync } from 'node:fs';
import path from 'node:path';
import faults from '../../services/tests/faults/faults.json';

const REPOSITORY = path.resolve(__dirname, '../..');
interface Reporter {
  onRunComplete(contexts: null, results: { readonly testResults: readonly object[] }): void;
  getLastError(): Error | undefined;
}
const Table = require('./hardening-table.cjs') as new () => Reporter;

/** The error of a run of one file with these titles. */
function errorOf(file: string, titles: readonly string[]): string | undefined {
  const reporter = new Table();
  const testResults = titles.map((fullName) => ({ fullName, status: 'passed', duration: 1 }));
  const run = { testFilePath: path.join(REPOSITORY, file), testResults };
  reporter.onRunComplete(null, { testResults: [run] });
  return reporter.getLastError()?.message;
}

describe('the tables of attacks, faults and tampering', () => {
  const [[file, title]] = faults.rows[0]!.tests as [[string, string]];

  it('a file that ran without a test that a row names - fails the run, and names the row', () => {
    expect(errorOf(file, ['another test'])).toContain(`faults.json, row 1: '${title}' in ${file}`);
  });

  it('files that exist and did not run, and a title within a longer one - fail nothing', () => {
    const others = faults.rows
      .flatMap(({ tests }) => tests)
      .filter(([of]) => of === file)
      .map(([, each]) => `the database - ${each}`);
    expect(errorOf(file, others)).toBeUndefined();
  });

  it('CI - prints all three tables', () => {
    const ci = readFileSync(path.join(REPOSITORY, '.ci/run'), 'utf8');
    expect(ci).toContain('FLINT_TABLES=security,faults,releases');
  });
});
