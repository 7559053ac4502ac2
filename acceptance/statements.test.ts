import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

describe('the statements of docs/product.md', () => {
  it('each - has exactly one test here', () => {
    const product = readFileSync(join(__dirname, '../docs/product.md'), 'utf8');
    const stated = [...product.matchAll(/^- \*\*(S[\d.]+)\*\*/gm)].map(([, id]) => id);
    const tested = readdirSync(__dirname)
      .filter((name) => name.endsWith('.ts') && name !== 'mutations.ts')
      .flatMap((name) => [...readFileSync(join(__dirname, name), 'utf8').matchAll(/'(S\d[\d.]+)'/g)])
      .map(([, id]) => id);
    expect(stated.length).toBeGreaterThan(200);
    expect(tested.toSorted()).toEqual(stated.toSorted());
  });
});
