import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST, sha384, type SealedManifest } from '../build/seal';
import { measureWorkspace } from '../build/sizes';
import { FILES } from './manifest';
import { DAY_MS, type Pointer } from './pointers';
import { parseJson, ReleaseRefused } from './refused';
import { peek, type Signer } from './signing/signatures';
import { STATEMENT, type ReleaseStatement } from './signing/trust';
import { TEST_HOLDS_DAYS, TEST_STATEMENT, type TestStatement } from './test-releases';
import type { ReleaseStore } from './store';

interface PublishOptions {
  readonly id: string;
  /** The built remote (`mfe-offers/dist`). */
  readonly dist: string;
  /** The maximum kB (1000 bytes, gzip) of its scripts and styles together. */
  readonly budget: number;
  readonly shellContract: number;
  readonly signer: Signer | null;
  /** Commit and author. */
  readonly origin: Origin;
  readonly at: Date;
  /** Signed as a test release. */
  readonly isTest?: boolean;
}

/** The origin of a release, for the list. */
export interface Origin {
  readonly commit: string;
  readonly author: string;
  /** It was released with `--untried`. */
  readonly untried?: true;
}

/** A published release, not live yet. */
export type Published = Omit<Pointer, 'since'>;

/** Build files that no browser requests. */
const isShipped = (name: string) =>
  !name.startsWith('.') && name !== 'mf-manifest-stats.json' && name !== 'mf-stats.json';

async function readSealed(dist: string): Promise<{ manifest: SealedManifest; bytes: Buffer }> {
  const bytes = await readFile(join(dist, MANIFEST));
  const manifest = { ...(JSON.parse(bytes.toString('utf8')) as SealedManifest), files: FILES };
  return { bytes: Buffer.from(JSON.stringify(manifest)), manifest };
}

async function assertSealed(id: string, dist: string, manifest: SealedManifest): Promise<void> {
  for (const [file, hash] of Object.entries(manifest.integrity)) {
    const bytes = await readFile(join(dist, file)).catch(() => null);
    if (!bytes || sha384(bytes) !== hash) {
      throw new ReleaseRefused(`${id}: ${file} is not what the build made. Build again.`);
    }
  }
}

function assertFits(id: string, manifest: SealedManifest, shellContract: number): void {
  const { contract } = manifest;
  if (contract === shellContract || contract === shellContract - 1) return;
  throw new ReleaseRefused(
    `${id} was built for contract ${contract}; the shell in service takes ${shellContract - 1} and ${shellContract}. ` +
      (contract > shellContract ? 'Deploy the shell first.' : 'Build it against the present remote-kit.'),
  );
}

/** The folder of the files of all releases of a remote, each stored once under a content hash. */
export const filesOf = (id: string): string => `${id}/files/`;

export async function readManifests(
  store: ReleaseStore,
  id: string,
): Promise<readonly { readonly release: string; readonly manifest: SealedManifest }[]> {
  const releases = await listReleases(store, id);
  const read = releases.map(async ({ release }) => {
    const key = `${id}/${release}/${MANIFEST}`;
    const stored = await store.read(key);
    return (
      stored && { release, manifest: parseJson<SealedManifest>(new TextDecoder().decode(stored.bytes), key) }
    );
  });
  return (await Promise.all(read)).filter((each) => each !== null);
}

/** Throws ReleaseRefused if another release has a file of that name with other bytes. */
async function assertSameFiles(
  store: ReleaseStore,
  id: string,
  { integrity }: SealedManifest,
): Promise<void> {
  for (const { release, manifest } of await readManifests(store, id)) {
    const other = Object.entries(manifest.integrity).find(
      ([name, hash]) => (integrity[name] ?? hash) !== hash,
    );
    if (other)
      throw new ReleaseRefused(`${id}: ${other[0]} exists in ${release} with other content. Build again.`);
  }
}

async function signRelease(
  store: ReleaseStore,
  remote: string,
  {
    pointer,
    signer,
    at,
    isTest,
  }: {
    readonly pointer: Omit<Pointer, 'since'>;
    readonly signer: Signer;
    readonly at: Date;
    readonly isTest: boolean;
  },
): Promise<void> {
  const { release, integrity: manifest, commit = '', author = '', ...rest } = pointer;
  const version = release.slice(0, release.lastIndexOf('-'));
  const statement = { ...rest, remote, release, version, manifest, commit, author, at: at.toISOString() };
  const expires = new Date(at.getTime() + TEST_HOLDS_DAYS * DAY_MS).toISOString();
  const signed = isTest
    ? await signer.sign('flint-test-release', { ...statement, expires } satisfies TestStatement)
    : await signer.sign('flint-release', statement satisfies ReleaseStatement);
  const name = isTest ? TEST_STATEMENT : STATEMENT;
  await store.write(`${remote}/${release}/${name}`, new TextEncoder().encode(signed));
}

/**
 * Checks a built remote (integrity, contract, size) and writes it: its files to `<id>/files/`, its manifest to `<id>/<version>-<hash>/`, last. This does
 * not make it live. The same build again is fine; other bytes under the same name are refused. With a signer, the release is
 * signed. Throws ReleaseRefused.
 */
export async function publish(
  store: ReleaseStore,
  { id, dist, budget, shellContract, signer, origin, at, isTest = false }: PublishOptions,
): Promise<Published & { readonly kilobytes: number }> {
  const { manifest, bytes } = await readSealed(dist);
  await assertSealed(id, dist, manifest);
  assertFits(id, manifest, shellContract);
  const { scripts, styles } = measureWorkspace(id, dist);
  const kilobytes = (scripts + styles) / 1000;
  if (kilobytes > budget) {
    throw new ReleaseRefused(
      `${id} weighs ${kilobytes.toFixed(1)} kB gzip; its budget (package.json, remote.budget) is ${budget} kB.`,
    );
  }
  const release = `${manifest.metaData.buildInfo.buildVersion}-${manifest.build}`;
  const { contract } = manifest;
  const made = { release, integrity: sha384(bytes), contract, ...origin };
  const folder = `${id}/${release}/`;
  const sign = () =>
    signer ? signRelease(store, id, { pointer: made, signer, at, isTest }) : Promise.resolve();
  const before = await store.read(folder + MANIFEST);
  if (before && sha384(before.bytes) !== made.integrity) {
    throw new ReleaseRefused(
      `${id} ${release} exists with other content: raise the version in package.json.`,
    );
  }
  const names = (await readdir(dist)).filter((name) => isShipped(name) && name !== MANIFEST);
  await assertSameFiles(store, id, manifest);
  // written even if it exists: this repairs a damaged file and renews its time
  const writeFiles = async (wanted: readonly string[]) => {
    for (const name of wanted) await store.write(filesOf(id) + name, await readFile(join(dist, name)));
  };
  await writeFiles(names);
  await sign();
  await store.write(folder + MANIFEST, bytes);
  // a concurrent cleanup does not know this release yet
  const there = new Set((await store.list(filesOf(id))).map(({ key }) => key));
  await writeFiles(names.filter((name) => !there.has(filesOf(id) + name)));
  return { ...made, kilobytes };
}

/** Reads a published release by the name of its folder. Throws ReleaseRefused if there is none. */
export async function readRelease(store: ReleaseStore, id: string, release: string): Promise<Published> {
  const stored = await store.read(`${id}/${release}/${MANIFEST}`);
  if (!stored)
    throw new ReleaseRefused(`${store.place} has no ${id} ${release}: the list names those that are kept.`);
  const { contract } = JSON.parse(new TextDecoder().decode(stored.bytes)) as SealedManifest;
  const statement = await store.read(`${id}/${release}/${STATEMENT}`);
  if (!statement && (await store.read(`${id}/${release}/${TEST_STATEMENT}`)))
    throw new ReleaseRefused(`${id} ${release} is a test release: publish makes a release of its sources.`);
  const { commit, author, untried }: Origin = statement
    ? peek<ReleaseStatement>(new TextDecoder().decode(statement.bytes))
    : { commit: '', author: '' };
  const integrity = sha384(stored.bytes);
  return { release, integrity, contract, commit, author, ...(untried && { untried }) };
}

/** Every complete release of a remote, oldest first. */
export async function listReleases(
  store: ReleaseStore,
  id: string,
): Promise<readonly { readonly release: string; readonly at: Date; readonly isTest: boolean }[]> {
  const files = await store.list(`${id}/`);
  const keys = new Set(files.map(({ key }) => key));
  const isTest = (folder: string) => keys.has(folder + TEST_STATEMENT) && !keys.has(folder + STATEMENT);
  return files
    .filter(({ key }) => key.endsWith(`/${MANIFEST}`))
    .map(({ key, at }) => {
      const release = key.split('/')[1] ?? '';
      return { release, at, isTest: isTest(`${id}/${release}/`) };
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
