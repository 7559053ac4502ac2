import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealManifest } from '../../build/seal';

interface FakeBuild {
  readonly version?: string;
  /** Eight hex digits. */
  readonly build?: string;
  readonly contract?: number;
  readonly text?: string;
}

/** A folder like the `dist` of a built remote: one script and a sealed manifest. */
export async function fakeBuild({
  version = '1.0.0',
  build = '0a1b2c3d',
  contract = 1,
  text = build,
}: FakeBuild = {}): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), 'flint-built-'));
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'remoteEntry.0123456789.js'), text);
  writeFileSync(join(dist, '.build-id'), build);
  const manifest = { metaData: { buildInfo: { buildVersion: version } } };
  writeFileSync(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await sealManifest(dist, build, contract);
  return dist;
}
