import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../../compose/remotes';
import { DRILLS } from './drills';

it('docs/operations.md - of each drill, in order - has a row with the alerts that must fire', () => {
  const text = readFileSync(path.join(REPOSITORY, 'docs/operations.md'), 'utf8');
  const rows = text
    .split('| drill | what happens')[1]!
    .split('\n\n')[0]!
    .matchAll(/^\| `([\w-]+)` \|.*$/gm);
  const named = [...rows].map(([row, name]) => [name, row.match(/\bFlint[A-Z]\w+/g) ?? []]);
  const due = DRILLS.map(({ name, alerts = [] }) => [name, expect.arrayContaining([...alerts])]);
  expect(named).toEqual(due);
});
