import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { sourceFiles } from './source-files';

const records = sourceFiles(/^docs\/decisions\/.*\.md$/).map((name) => ({
  name: basename(name),
  lines: readFileSync(join(REPOSITORY, name), 'utf8').trimEnd().split('\n'),
}));

describe('docs/decisions', () => {
  it('their numbers - from the first to the last - have no gap', () =>
    expect(records.map(({ name }) => name.slice(0, 3))).toEqual(
      records.map((_, i) => String(i + 1).padStart(3, '0')),
    ));

  it.each(records)('$name - in its first line - has number, title and date', ({ name, lines }) =>
    expect(lines[0]).toMatch(new RegExp(`^# ${name.slice(0, 3)} .+ \\(2\\d{3}-\\d\\d-\\d\\d\\)$`)),
  );

  it.each(records)('$name - in at most 45 lines - has context, decision and consequence', ({ lines }) => {
    const parts = lines.flatMap((line) => /^\*\*(Context|Decision|Consequence)\b/.exec(line)?.[1] ?? []);
    expect([...new Set(parts)]).toEqual(['Context', 'Decision', 'Consequence']);
    expect(lines.length).toBeLessThanOrEqual(45);
  });
});
