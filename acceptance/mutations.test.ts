import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTATIONS } from './mutations';

const ROOT = join(__dirname, '..');

describe('npm run test:acceptance -- mutate', () => {
  it('40 mutations - in the present source - each find their place exactly once', () => {
    const places = MUTATIONS.map(({ name, file, from }) => ({
      name,
      times: readFileSync(join(ROOT, file), 'utf8').split(from).length - 1,
    }));
    expect(places.filter(({ times }) => times !== 1)).toEqual([]);
    expect(places).toHaveLength(40);
  });
});
