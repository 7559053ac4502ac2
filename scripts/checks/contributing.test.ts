import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { assertQuestions } from '@flint/contracts/questions/assert-questions';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Question } from '@flint/contracts/questions/types';
import { option, words } from '@flint/contracts/questions/words';
import { REPOSITORY } from '../compose/remotes';

const text = readFileSync(join(REPOSITORY, 'CONTRIBUTING.md'), 'utf8');
const partOf = (title: string) => text.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!;

describe('CONTRIBUTING.md', () => {
  it("'Where to change what' - each of its rows - names a path", () => {
    const rows = partOf('Where to change what')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (?:what|---) /.test(line));
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(rows.filter((row) => !/`[\w. -]+\/[\w./-]+`|npx flint build/.test(row))).toEqual([]);
  });

  it('its example of a question - with its weight taken from another one - is a valid entry', () => {
    const code = partOf('A question in one step').split('```')[1]!.replace(/^ts/, '');
    const entry = runInNewContext(`(${code})`, { words, option }) as Question & { match: { weight: number } };
    const others = QUESTIONS.map((question) =>
      question.id === 'hobbies_interests' && question.match.role === 'soft'
        ? { ...question, match: { ...question.match, weight: question.match.weight - entry.match.weight } }
        : question,
    ) as readonly Question[];
    expect(() => assertQuestions([...others, entry])).not.toThrow();
    expect(() => assertQuestions([...QUESTIONS, entry])).toThrow('not to 100');
  });
});
