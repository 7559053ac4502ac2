import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Listening } from './listen';
import { startRemoteServer } from './remote-server';

let remote: Listening;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'flint-remote-'));
  writeFileSync(join(dir, 'mf-manifest.json'), '{}');
  remote = await startRemoteServer({ dir, port: 0 });
});
afterAll(() => remote.close());

describe('remote server', () => {
  it('GET the manifest - from the page of another origin - is readable and revalidated every time', async () => {
    const response = await fetch(`${remote.url}/mf-manifest.json`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('GET anything else - without such a file - answers 404, readable by the page', async () => {
    const response = await fetch(`${remote.url}/offers`);
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});
