import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemote } from './create';

describe('createRemote', () => {
  it('refused for missing archives - in a folder with spaces - leaves nothing, and the next try succeeds', () => {
    const dir = mkdtempSync(join(tmpdir(), 'flint create-'));
    const archives = mkdtempSync(join(tmpdir(), 'flint-archives-'));
    const to = join(dir, 'clubs');
    expect(() => createRemote('clubs', to, archives)).toThrow('has no archive of @flint/contracts');
    expect(() => createRemote('clubs', to, join(dir, 'nowhere'))).toThrow('no such file or directory');
    expect(readdirSync(dir)).toEqual([]);
    expect(createRemote('clubs', to)).toContain('package.json');
    expect(readdirSync(dir)).toEqual(['clubs']);
    expect(() => createRemote('clubs', to)).toThrow('clubs is there already.');
  });
});
