import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** Name of the one script of a fake build: it says what is in it. */
export const entryOf = (text: string): string =>
  `remoteEntry.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.js`;

const made: string[] = [];
afterAll(() => made.splice(0).forEach((dist) => rmSync(dist, { recursive: true, force: true })));

/** A folder like the `dist` of a built remote: one script and a sealed manifest; removed when the tests of the file are over. */
export async function fakeBuild({
  version = '1.0.0',
  build = '0a1b2c3d',
  contract = 1,
  text = build,
}: FakeBuild = {}): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), 'flint-built-'));
  made.push(dist);
  writeFileSync(join(dist, entryOf(text)), text);
  writeFileSync(join(dist, '.build-id'), build);
  const manifest = { metaData: { buildInfo: { buildVersion: version } } };
  writeFileSync(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await sealManifest(dist, build, contract);
  return dist;
}
