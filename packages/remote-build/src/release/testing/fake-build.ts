import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
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

/** The name of a fake build's script, derived from its content. */
export const entryOf = (text: string): string =>
  `remoteEntry.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.js`;

/** A folder like the `dist` of a built remote: one script and a manifest with hashes. */
export async function fakeBuild({
  version = '1.0.0',
  build = '0a1b2c3d',
  contract = 1,
  text = build,
}: FakeBuild = {}): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), 'flint-built-'));
  writeFileSync(join(dist, entryOf(text)), text);
  writeFileSync(join(dist, '.build-id'), build);
  const manifest = { metaData: { buildInfo: { buildVersion: version } } };
  writeFileSync(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await sealManifest(dist, build, contract);
  return dist;
}
