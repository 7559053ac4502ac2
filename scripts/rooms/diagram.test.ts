import { readFile } from 'node:fs/promises';
import { chartOf, printRooms, ROOMS_FILE } from './diagram';

describe('docs/rooms.md', () => {
  it('printed again from the imports there are - is the same: else run npm run rooms:print', async () =>
    expect(await readFile(ROOMS_FILE, 'utf8')).toBe(await printRooms()));
});

describe('the chart', () => {
  it('two imports between two folders, one inside, one of a test - is one arrow', () => {
    const imports = (source: string, ...resolved: string[]) => ({
      source,
      dependencies: resolved.map((each) => ({ resolved: each })),
    });
    const chart = chartOf(
      [
        imports('a/one.ts', 'b/one.ts', 'a/two.ts', 'react'),
        imports('a/two.ts', 'b/two.ts'),
        imports('b/one.test.ts', 'a/one.ts'),
      ],
      (file) => /^[ab](?=\/)/.exec(file)?.[0],
      (file) => file.includes('.test.'),
    );
    expect(chart).toBe('```mermaid\nflowchart LR\n  a["a"] --> b["b"]\n```');
  });
});
