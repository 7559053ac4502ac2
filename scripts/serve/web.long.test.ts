import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@flint/testing/free-port';
import { startProgram, type Program } from '@flint/testing/program';
import { REPOSITORY } from '../compose/remotes';
import { release } from '@flint/remote-build/release/commands';
import { folderStore } from '@flint/remote-build/release/folder-store';
import { fakeBuild } from '@flint/remote-build/release/testing/fake-build';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';

beforeAll(() =>
  promisify(execFile)(process.execPath, ['scripts/flint.mjs', 'build', 'browser'], { cwd: REPOSITORY }),
);

let dir: string;
let web: Program | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'flint-web-'));
});
afterEach(() => web?.end('SIGTERM'));

/** Starts `npx flint run web` in production, without what only the API needs; returns its address and output. */
async function startWeb() {
  const port = await freePort();
  web = startProgram(['scripts/serve/web.ts'], {
    PORT: String(port),
    DATA_DIR: dir,
    RELEASES: '',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://flint.campus.edu',
    S3_ENDPOINT: 'https://s3.campus.edu',
  });
  const url = `http://127.0.0.1:${port}`;
  await web.said('as shipped');
  const addresses = (await (await fetch(`${url}/remotes.json`)).json()) as RemoteAddresses;
  return { url, output: web.output, addresses };
}

describe('npx flint run web', () => {
  it('nothing released - at the start - serves every remote as shipped, from its own origin and with photos to the store, and logs it', async () => {
    const { url, output, addresses } = await startWeb();
    const ids = ['auth', 'availability', 'offers', 'onboarding', 'photos'];
    expect(Object.keys(addresses).toSorted()).toEqual(ids);
    for (const [id, { entry }] of Object.entries(addresses)) {
      expect(entry).toBe(`/remotes/${id}/mf-manifest.json`);
      expect((await fetch(url + entry)).status).toBe(200);
    }
    expect(output()).toContain(`as shipped with this shell: ${ids.join(', ')}`);
    const { headers } = await fetch(url);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.match(/https?:[^ ;]+/g)).toEqual(['https://s3.campus.edu']);
  });

  it('an unsigned release - in production - is refused and logged; the shipped build is served', async () => {
    const dist = await fakeBuild({});
    await release(
      { store: folderStore(join(dir, 'releases')) },
      { id: 'offers', dist, budget: 10, contract: 1 },
    );
    const { output, addresses } = await startWeb();
    expect(addresses['offers']?.entry).toBe('/remotes/offers/mf-manifest.json');
    expect(output()).toContain('[flint] release refused: offers is not signed');
  });
});
