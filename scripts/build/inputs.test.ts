import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildId } from './inputs';

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'flint-room-'));
  mkdirSync(join(room, 'src'));
  writeFileSync(join(room, 'src/remote.tsx'), 'export default 1;');
});

describe('buildId', () => {
  it('build id - nothing changed - is the same eight hex digits', () => {
    expect(buildId(room)).toMatch(/^[0-9a-f]{8}$/);
    expect(buildId(room)).toBe(buildId(room));
  });

  it('build id - a source file changed - is another', () => {
    const before = buildId(room);
    writeFileSync(join(room, 'src/remote.tsx'), 'export default 2;');
    expect(buildId(room)).not.toBe(before);
  });

  it('build id - only a test or the build output changed - stays', () => {
    const before = buildId(room);
    writeFileSync(join(room, 'src/remote.test.tsx'), 'test');
    mkdirSync(join(room, 'dist'));
    writeFileSync(join(room, 'dist/main.js'), 'output');
    expect(buildId(room)).toBe(before);
  });
});
