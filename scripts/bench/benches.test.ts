import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { BENCHES } from './benches';
import { BUDGETS } from './budgets';
import { asMarkdown, pageOf, type Kept } from './report';

describe('npm run bench', () => {
  it.each(BENCHES.map(({ name, file }) => [name, file]))('%s - its script - exists', (_name, file) => {
    expect(existsSync(path.join(REPOSITORY, file))).toBe(true);
  });

  it('the output of a measurement - lines of cells and of words - becomes tables and paragraphs', () => {
    const finished = asMarkdown(['| what | ms | goal |', '| --- | --- | --- |', '| one | 2 | 3 |']);
    expect(finished).toBe('| what | ms | goal |\n| --- | --- | --- |\n| one | 2 | 3 |');
    const page = asMarkdown(['10 rounds', 'what | ms | goal', 'one | 2 | 3', 'slower than | before']);
    expect(page).toBe(
      '10 rounds\n\n| what | ms | goal |\n| --- | --- | --- |\n| one | 2 | 3 |\n\nslower than | before',
    );
  });

  it('docs/performance.md - as a whole - is the page of docs/performance.json, with the budgets of today', () => {
    const read = (name: string) => readFileSync(path.join(REPOSITORY, 'docs', name), 'utf8');
    const kept = JSON.parse(read('performance.json')) as Kept;
    expect(read('performance.md')).toBe(pageOf(kept));
    const { lines } = kept.results.find(({ name }) => name === 'page-weight')!;
    const budgets = lines.slice(1).map((line) => line.split(' | ')[2]);
    expect(budgets).toEqual(
      [BUDGETS.signIn, BUDGETS.journey].map(({ scriptBytes }) => `${(scriptBytes / 1024).toFixed(1)} KiB`),
    );
  });
});
