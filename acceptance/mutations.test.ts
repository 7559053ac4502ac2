import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTATIONS } from './mutations';
import { REVIEW_BUGS } from './review-bugs';

const ROOT = join(__dirname, '..');

describe('npx flint check mutate and review', () => {
  it.each([
    ['mutations', MUTATIONS, 42],
    [
      'faults of reviews',
      REVIEW_BUGS.flatMap(({ also, ...bug }) => [bug, ...(also ? [{ ...bug, ...also }] : [])]),
      58,
    ],
  ])('%s - in the present source - each find their place exactly once', (_, faults, count) => {
    const places = faults.map(({ name, file, from }) => ({
      name,
      times: readFileSync(join(ROOT, file), 'utf8').split(from).length - 1,
    }));
    expect(places.filter(({ times }) => times !== 1)).toEqual([]);
    expect(places).toHaveLength(count);
  });
});
