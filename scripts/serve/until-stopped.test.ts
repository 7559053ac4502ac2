import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';

/** A Flint with a `.env` of its own: the scripts are copied, the rest is this one's. */
function flintWith(settings: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'flint-env-'));
  for (const name of readdirSync(REPOSITORY).filter((each) => !['scripts', '.git', '.env'].includes(each)))
    symlinkSync(path.join(REPOSITORY, name), path.join(copy, name));
  cpSync(path.join(REPOSITORY, 'scripts'), path.join(copy, 'scripts'), { recursive: true });
  writeFileSync(path.join(copy, '.env'), settings);
  return copy;
}

it.each(['api', 'web'])('npx flint run %s - reads the settings of .env', async (name) => {
  const cwd = flintWith('PORT=many\n');
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', `scripts/serve/${name}.ts`], {
    cwd,
  });
  await expect(run).rejects.toMatchObject({ code: 78, stderr: expect.stringContaining('PORT: takes') });
});
