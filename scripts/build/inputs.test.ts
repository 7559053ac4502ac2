import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildId } from './inputs';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'flint-workspace-'));
  mkdirSync(join(workspace, 'src'));
  writeFileSync(join(workspace, 'src/remote.tsx'), 'export default 1;');
});

describe('buildId', () => {
  it('build id - without a change - is the same eight hex digits', () => {
    expect(buildId(workspace)).toMatch(/^[0-9a-f]{8}$/);
    expect(buildId(workspace)).toBe(buildId(workspace));
  });

  it('build id - after a change of a source file - is another', () => {
    const before = buildId(workspace);
    writeFileSync(join(workspace, 'src/remote.tsx'), 'export default 2;');
    expect(buildId(workspace)).not.toBe(before);
  });

  it('build id - after a change of a test or the output - is the same', () => {
    const before = buildId(workspace);
    writeFileSync(join(workspace, 'src/remote.test.tsx'), 'test');
    mkdirSync(join(workspace, 'dist'));
    writeFileSync(join(workspace, 'dist/main.js'), 'output');
    expect(buildId(workspace)).toBe(before);
  });
});
