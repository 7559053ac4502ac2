import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { sealManifest } from '@flint/remote-build/build/seal';
import { release, releaseTest } from '@flint/remote-build/release/commands';
import { openPlace, type ReleasePlace } from '@flint/scripts/release/place';
import { registryContext } from '@flint/scripts/release/registry/commands';

/** An empty folder for releases. */
export function openTestPlace(): ReleasePlace {
  const dir = mkdtempSync(join(tmpdir(), 'flint-releases-'));
  // unsigned, as in development
  return openPlace({ RELEASES: dir, DATA_DIR: join(dir, 'data') }, REPOSITORY);
}

/** The registry of remotes beside the releases of such a folder. */
export const registryAt = ({ dir }: ReleasePlace) =>
  registryContext({ RELEASES: dir!, DATA_DIR: join(dir!, 'data') }, REPOSITORY);

const MATCHES = 'screen-matches';

/** Code that a test build runs in addition. */
interface Code {
  /** Before the entry. */
  readonly code?: string;
  /** At the first run of the matches screen, in a chunk of its own. */
  readonly lazy?: string;
}

/** A copy of the built offers remote with another build id and entry. Saves a compiler run for each release of a test. */
async function rebuiltAs(build: string, { code = '', lazy = '' }: Code = {}): Promise<string> {
  const source = join(REPOSITORY, 'mfe-offers/dist');
  const dist = mkdtempSync(join(tmpdir(), 'flint-rebuilt-'));
  const before = readFileSync(join(source, '.build-id'), 'utf8');
  cpSync(source, dist, { recursive: true, filter: (file) => !/\.(br|gz|map)$/.test(file) });
  const files = readdirSync(dist);
  const chunks = ['remoteEntry', ...(lazy && [MATCHES])];
  const changed = chunks.map((chunk) => {
    const [, old = ''] =
      files.map((name) => new RegExp(`^${chunk}\\.(\\w{10})\\.js$`).exec(name)).find(Boolean) ?? [];
    return [
      old,
      createHash('sha256').update(`${chunk} ${build} ${code} ${lazy}`).digest('hex').slice(0, 10),
    ] as const;
  });
  const renew = (text: string) => changed.reduce((now, [old, own]) => now.replaceAll(old, own), text);
  for (const name of files.filter((file) => /\.(js|json)$/.test(file))) {
    const text = renew(readFileSync(join(dist, name), 'utf8')).replaceAll(before, build);
    rmSync(join(dist, name));
    const edited = name.startsWith('remoteEntry')
      ? `${code}\n/* ${build} */${text}`
      : text.replace(name.startsWith(MATCHES) ? /\{\d+\(\w(,\w)*\)\{/ : /$^/, (start) => start + lazy);
    writeFileSync(join(dist, renew(name)), edited);
  }
  await sealManifest(dist, build);
  return dist;
}

/** Makes a new build of offers by renaming, and releases it. */
export async function releaseOffers(
  { store }: ReleasePlace,
  n: number,
  { code, lazy, ...options }: Parameters<typeof release>[2] & Code = {},
): Promise<string> {
  const dist = await rebuiltAs(n.toString(16).padStart(8, '0'), {
    ...(code && { code }),
    ...(lazy && { lazy }),
  });
  const made = await release({ store }, { id: 'offers', dist, budget: 200, contract: 1 }, options);
  return made.release;
}

/** Makes a new build of offers by renaming, and publishes it as a test release. */
export async function publishOffers({ store }: ReleasePlace, n: number): Promise<string> {
  const dist = await rebuiltAs(n.toString(16).padStart(8, '0'));
  const made = await releaseTest({ store }, { id: 'offers', dist, budget: 200, contract: 1 });
  return made.release;
}

/** Hash of the shell and all remotes but offers: their files and addresses. */
export async function othersHash(url: string): Promise<string> {
  const hash = createHash('sha256');
  const workspaces = ['shell', 'mfe-auth', 'mfe-availability', 'mfe-onboarding', 'mfe-photos'];
  for (const workspace of workspaces) {
    const dist = join(REPOSITORY, workspace, 'dist');
    for (const name of readdirSync(dist).toSorted()) {
      hash.update(`${workspace}/${name}`).update(readFileSync(join(dist, name)));
    }
  }
  const { offers: _released, ...others } = (await (await fetch(`${url}/remotes.json`)).json()) as Record<
    string,
    unknown
  >;
  hash.update(JSON.stringify(others)).update(await (await fetch(url)).text());
  return hash.digest('hex');
}
