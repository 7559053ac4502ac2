import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha384 } from '../../build/seal';
import { release, releaseTest } from '../commands';
import { folderStore } from '../folder-store';
import { DAY_MS, readPointers, type RemotePointers } from '../pointers';
import type { KeyRing, TrustedKey } from '../signing/key-ring';
import { makeKey } from '../signing/make-key';
import { signerOf, type Signer } from '../signing/signatures';
import { createTrust, type Memory } from '../signing/trust';
import { testReleases } from '../test-releases';
import { fakeBuild } from './fake-build';

const POINTER = {
  remote: 'offers',
  expires: '2031-01-01T00:00:00Z',
  live: null,
  before: [],
  past: [],
  moves: 9,
};

/** Two builds of offers. */
export const ONE = '00000001';
export const TWO = '00000002';

export interface TestKey {
  readonly trusted: TrustedKey;
  readonly signer: Signer;
  /** The private key's file. */
  readonly file: string;
}

/** A key pair like that of `keys new`: its file, its signer, its public entry. */
export async function makeSigner(dir: string, name: string, isTest = false) {
  const file = join(dir, `${name}.json`);
  const { kid, jwk } = await makeKey(file);
  const signer = (await signerOf({ RELEASE_KEY: file }))!;
  return { file, signer, entry: { kid, name, jwk, ...(isTest && { test: true as const }) } };
}

/** The memory of a server that has none. */
export const NO_MEMORY = { read: () => Promise.resolve({}), write: () => Promise.resolve() };

/** A memory that outlives the shells of a test, in `state`. */
export const memoryIn = (state: { remembered: Readonly<Record<string, string>> }): Memory => ({
  read: () => Promise.resolve(state.remembered),
  write: (signed) => {
    state.remembered = signed;
    return Promise.resolve();
  },
});

/** An empty release store with keys for a team and a shell; `close` deletes it. */
export async function openSignedPlace() {
  const dir = mkdtempSync(join(tmpdir(), 'flint-signed-'));
  const store = folderStore(join(dir, 'place'));

  async function addKey(
    name: string,
    remotes: readonly string[] = ['offers'],
    isTest = false,
  ): Promise<TestKey> {
    const { file, signer, entry } = await makeSigner(dir, name, isTest);
    return { file, signer, trusted: { ...entry, remotes } };
  }

  const team = await addKey('team');
  const state = {
    ring: { keys: [team.trusted] } as KeyRing,
    now: new Date('2030-05-01T12:00:00Z'),
    remembered: {} as Readonly<Record<string, string>>,
    refusals: [] as string[],
  };
  /** A shell that starts now, with the memory of the previous one. */
  const startShell = () => {
    const trust = createTrust({
      store,
      memory: memoryIn(state),
      ring: () => Promise.resolve(state.ring),
      now: () => state.now,
      onRefused: (remote, reason) => state.refusals.push(`${remote} ${reason}`),
    });
    return async () => trust(await readPointers(store));
  };

  const pointersFile = join(dir, 'place/remotes.json');
  const writePlace = (value: unknown) => writeFileSync(pointersFile, JSON.stringify(value));
  return {
    dir: join(dir, 'place'),
    pointersFile,
    readPlace: () => JSON.parse(readFileSync(pointersFile, 'utf8')) as { remotes: Record<string, string> },
    writePlace,
    pass: (days: number) => (state.now = new Date(state.now.getTime() + days * DAY_MS)),
    manifestOf: (release: string) => join(dir, 'place/offers', release, 'mf-manifest.json'),
    store,
    state,
    team,
    makeKey: addKey,
    startShell,
    /** The arguments of a team's commands. */
    context: ({ signer }: TestKey = team) => ({ store, signer, ring: state.ring, now: () => state.now }),
    /** Publishes a build of offers and makes it live, or a canary. */
    async release(
      build: string,
      options: { signer?: Signer | null; canary?: number; afresh?: boolean } = {},
    ) {
      const dist = await fakeBuild({ build });
      const { signer = team.signer, ...rest } = options;
      const workspace = { id: 'offers', dist, budget: 10, contract: 1 };
      const made = await release({ store, signer, now: () => state.now }, workspace, rest);
      return made.release;
    },
    /** A signed pointer of offers to the shipped build, with other fields. */
    signPointer: (fields: object, { signer }: TestKey = team) =>
      signer.sign('flint-pointer', { ...POINTER, ...fields }),
    /** Puts anything in the place of the pointers: that of offers only. */
    point: (offers: unknown) => writePlace({ revision: 9, remotes: { offers } }),
    /** Writes a signed release with any manifest; returns a signed pointer to it. */
    async signAnything(
      release: string,
      manifest: unknown,
      { remote = 'offers', signer = team.signer, folder = release } = {},
    ) {
      const bytes = Buffer.from(typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
      const integrity = sha384(bytes);
      const stated = await signer.sign('flint-release', { remote, release, manifest: integrity });
      await store.write(`${remote}/${folder}/mf-manifest.json`, bytes);
      await store.write(`${remote}/${folder}/release.jws`, Buffer.from(stated));
      const live = { release, integrity, contract: 1, since: '' };
      return signer.sign('flint-pointer', { ...POINTER, remote, live });
    },
    /** Publishes a build of offers as a test release. */
    async releaseTest(build: string, { signer }: TestKey) {
      const dist = await fakeBuild({ build });
      const made = await releaseTest(
        { store, signer, now: () => state.now },
        { id: 'offers', dist, budget: 10, contract: 1 },
      );
      return made.release;
    },
    findTest: testReleases({ store, ring: () => Promise.resolve(state.ring), now: () => state.now }),
  };
}

/** A new place for each test of a file, whose fields are there once a test runs. */
export function useSignedPlace(): Awaited<ReturnType<typeof openSignedPlace>> {
  const place = {} as Awaited<ReturnType<typeof openSignedPlace>>;
  beforeEach(async () => void Object.assign(place, await openSignedPlace()));
  return place;
}

/** The release of offers that a shell serves; 'as shipped' without a trusted one. */
export async function servedBy(
  ask: () => Promise<Readonly<Record<string, RemotePointers>>>,
): Promise<string> {
  const { offers } = await ask();
  return offers?.live?.release ?? 'as shipped';
}
