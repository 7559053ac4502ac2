/**
 * Test releases: builds that a tester opens in one browser (scripts/serve/test-release.ts). They are in the release store, no pointer names them, and they are
 * signed by keys that sign nothing else.
 */
import { MANIFEST, sha384 } from '../build/seal';
import { assertManifest } from './manifest';
import { ReleaseRefused } from './refused';
import type { KeyRing } from './signing/key-ring';
import { verify } from './signing/signatures';
import type { ReleaseStatement } from './signing/trust';
import type { ReleaseStore } from './store';

/** Name of the file with the signed statement of a test release, beside the manifest. */
export const TEST_STATEMENT = 'test-release.jws';
/** The validity of a test release. */
export const TEST_HOLDS_DAYS = 14;

export interface TestStatement extends ReleaseStatement {
  /** ISO 8601. */
  readonly expires: string;
}

/** The facts that a tester sees before opening one. */
export type TestRelease = Pick<TestStatement, 'remote' | 'release' | 'manifest' | 'author' | 'commit'>;

interface Options {
  readonly store: Pick<ReleaseStore, 'read'>;
  /** Null: nothing needs a signature (development). */
  readonly ring: () => Promise<KeyRing | null>;
  readonly now?: () => Date;
}

/** Returns the test release of that name. Throws ReleaseRefused unless its key is valid and it has not expired. */
export type FindTestRelease = (remote: string, release: string) => Promise<TestRelease>;

export function testReleases({ store, ring: readRing, now = () => new Date() }: Options): FindTestRelease {
  async function signed(ring: KeyRing, remote: string, release: string): Promise<TestRelease> {
    const statement = await store.read(`${remote}/${release}/${TEST_STATEMENT}`);
    if (!statement) throw new ReleaseRefused(`${release} is not a test release`);
    const text = new TextDecoder().decode(statement.bytes);
    const at = now();
    const stated = await verify<TestStatement>(ring, text, { typ: 'flint-test-release', remote, at });
    if (stated.release !== release)
      throw new ReleaseRefused(`${release} is not the release that was signed (${stated.release})`);
    if (!(Date.parse(stated.expires) > at.getTime()))
      throw new ReleaseRefused(`${release} was a test release until ${stated.expires}`);
    await assertManifest(store, remote, { release, integrity: stated.manifest });
    return stated;
  }

  return async (remote, release) => {
    const ring = await readRing();
    if (ring) return signed(ring, remote, release);
    const manifest = await store.read(`${remote}/${release}/${MANIFEST}`);
    if (!manifest) throw new ReleaseRefused(`${release} is not a release`);
    return { remote, release, manifest: sha384(manifest.bytes), author: '', commit: '' };
  };
}
