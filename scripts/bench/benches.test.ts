import { existsSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { BENCHES } from './benches';
import { asMarkdown } from './report';

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
});
