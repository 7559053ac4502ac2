import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const withoutScores = createRequire(import.meta.url)('./without-scores.cjs') as (source: string) => string;
const QUESTIONS = join(import.meta.dirname, '../../../contracts/src/questions');

describe('the questions in a browser', () => {
  it('every file of questions - in a build - has no weight and no reason, and the same lines', () => {
    const sources = readdirSync(QUESTIONS)
      .filter((name) => /^[\w-]+\.ts$/.test(name))
      .map((name) => readFileSync(join(QUESTIONS, name), 'utf8'));
    const built = sources.map(withoutScores);
    expect(sources.join('\n')).toMatch(/weight: \d/);
    expect(built.join('\n')).not.toMatch(/weight: \d|reason: [{[]/);
    expect(built.map((text) => text.split('\n').length)).toEqual(
      sources.map((text) => text.split('\n').length),
    );
  });

  it('brackets in strings and comments - inside a rule - do not end it', () => {
    const source = `a = {\n  match: { text: words('a } \\' ]', "b }"), // }\n    /* } */ by: \`}\` },\n  id: 'x',\n};`;
    expect(withoutScores(source)).toBe("a = {\n  match: undefined\n,\n  id: 'x',\n};");
  });
});
