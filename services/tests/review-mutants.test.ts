import { spawnSync } from 'node:child_process';
import path from 'node:path';

describe('npx flint check breaks --check', () => {
  it('every edit of earlier faults and of mutants - in the present source - occurs exactly once', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/flint.mjs', 'check', 'breaks', '--check'],
      {
        cwd: path.resolve(__dirname, '../..'),
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([0, '']);
  });
});
