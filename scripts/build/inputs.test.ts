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
  it('build id - nothing changed - is the same eight hex digits', () => {
    expect(buildId(workspace)).toMatch(/^[0-9a-f]{8}$/);
    expect(buildId(workspace)).toBe(buildId(workspace));
  });

  it('build id - a source file changed - is another', () => {
    const before = buildId(workspace);
    writeFileSync(join(workspace, 'src/remote.tsx'), 'export default 2;');
    expect(buildId(workspace)).not.toBe(before);
  });

  it('build id - only a test or the build output changed - stays', () => {
    const before = buildId(workspace);
    writeFileSync(join(workspace, 'src/remote.test.tsx'), 'test');
    mkdirSync(join(workspace, 'dist'));
    writeFileSync(join(workspace, 'dist/main.js'), 'output');
    expect(buildId(workspace)).toBe(before);
  });
});
