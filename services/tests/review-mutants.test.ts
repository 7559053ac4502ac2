import { spawnSync } from 'node:child_process';
import path from 'node:path';

describe('npm run test:breaks -- --check', () => {
  it('every edit of earlier faults and of mutants - in the present source - occurs exactly once', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/hardening/breaks.mjs', '--check'], {
      cwd: path.resolve(__dirname, '../..'),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
