import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { BENCHES } from './benches';
import { BUDGETS } from './budgets';
import { asMarkdown, pageWith } from './report';

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

  const page = readFileSync(path.join(REPOSITORY, 'docs/performance.md'), 'utf8');
  const headings = page.match(/^## .*/gm)!;

  it('the page - with another result of one measurement - has it in place of the earlier one, all else stays', () => {
    const { name, title } = BENCHES[1]!;
    const result = { name, title, date: '2026-11-28', seconds: 3, load: '1.0 to 1.1', goalsMet: true };
    const next = pageWith(page, { ...result, lines: ['what | ms | goal', 'one | 2 | 3'] });
    const restOf = (text: string) => text.split('\n## ').toSpliced(2, 1).slice(1);
    expect(next).toContain('on 2026-11-28, machine load 1.0 to 1.1, 3 s. Goals met.\n\n| what | ms | goal |');
    expect(next.match(/^## .*/gm)).toEqual(headings);
    expect(restOf(next)).toEqual(restOf(page));
  });

  it('docs/performance.md - as a whole - has the measurements of today in their order, and their budgets', () => {
    expect(headings).toEqual(BENCHES.map(({ title }) => `## ${title}`));
    const rows = page.match(/^\| (sign-in, untouched|whole journey) \|.*/gm)!;
    expect(rows.map((row) => row.split(' | ')[2])).toEqual(
      [BUDGETS.signIn, BUDGETS.journey].map(({ scriptBytes }) => `${(scriptBytes / 1024).toFixed(1)} KiB`),
    );
  });
});
