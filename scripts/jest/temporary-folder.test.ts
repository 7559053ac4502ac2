import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'runs-'));

/** Makes the folder of a run below `temporary`, in a process of its own, after the code `first`. Returns its path, or what went wrong. */
function makeFolder(temporary: string, first = ''): string {
  const code = `${first}; require(process.argv[1])(); console.log(process.env.TMPDIR)`;
  const args = ['-e', code, require.resolve('./temporary-folder.cjs')];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, TMPDIR: temporary },
    encoding: 'utf8',
  });
  return stdout.trim() || stderr;
}

/** A folder as a run leaves it that was killed. */
function abandonedIn(temporary: string): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const folder = path.join(temporary, `flint-jest-${pid}-killed`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'file'), '');
  return folder;
}

describe('the temporary folder of a run', () => {
  it('is new, and replaces what a killed run left behind, not what a running one uses', () => {
    const temporary = newFolder();
    const abandoned = abandonedIn(temporary);
    const running = path.join(temporary, `flint-jest-${process.pid}-running`);
    mkdirSync(running);
    const folder = makeFolder(temporary);
    expect(path.dirname(folder)).toBe(temporary);
    expect([folder, abandoned, running].map((each) => existsSync(each))).toEqual([true, false, true]);
  });

  it('is made although workers of a killed run still write into what it left behind', () => {
    const temporary = newFolder();
    abandonedIn(temporary);
    const folder = makeFolder(
      temporary,
      "require('node:fs').rmSync = () => { throw new Error('directory not empty') }",
    );
    expect(path.dirname(folder)).toBe(temporary);
  });
});
