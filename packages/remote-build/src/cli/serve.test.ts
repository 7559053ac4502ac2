import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveReleases } from './serve';

let server: Server;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'flint serve-'));
  mkdirSync(join(dir, 'releases'));
  writeFileSync(join(dir, 'releases/remotes.json'), '{}');
  writeFileSync(join(dir, 'secret'), 'secret');
  server = await serveReleases(join(dir, 'releases'), 0);
});
afterAll(() => void server.close());

/** The status for a path, which is sent unchanged. */
const statusOf = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ port, host: '127.0.0.1', path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

describe('flint-remote serve', () => {
  it.each([
    ['%00', '/%00'],
    ['a name too long for a file', `/${'a'.repeat(300)}`],
    ['a path that leads outside', '/../secret'],
    ['an encoded path that leads outside', '/%2e%2e%2fsecret'],
    ['a malformed path', '/%'],
    ['a file as a folder', '/remotes.json/x'],
  ])('%s - requested - is not found, and the next request is answered', async (_what, path) => {
    expect(await statusOf(path)).toBe(404);
    expect(await statusOf('/remotes.json')).toBe(200);
  });
});
