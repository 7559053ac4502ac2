import { readFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RegistryEntry } from '@flint/contracts/registry';
import { listen } from '../../../serve/listen';
import { sendPublicFile } from '@flint/remote-build/serve/public-files';
import { cacheControlOf, pathOf, typeOf } from '@flint/remote-build/serve/static-files';
import { release, releaseTest } from '@flint/remote-build/release/commands';
import { folderStore } from '@flint/remote-build/release/folder-store';
import type { Signer } from '@flint/remote-build/release/signing/signatures';
import { fakeBuild } from '@flint/remote-build/release/testing/fake-build';
import { makeSigner } from '@flint/remote-build/release/testing/signed-place';

/** A key pair of a team. */
export async function makeKey(dir: string, name: string, isTest = false) {
  const { entry, ...rest } = await makeSigner(dir, name, isTest);
  return { ...rest, public: entry as RegistryEntry['keys'][number] };
}

/** A team with its own release folder, served at its own origin. */
export async function openTeam(id = 'clubs') {
  const dir = mkdtempSync(join(tmpdir(), 'flint-team-'));
  const place = join(dir, 'place');
  const store = folderStore(place);
  const key = await makeKey(dir, 'team');
  const testKey = await makeKey(dir, 'tests', true);
  /** Replaces the origin's responses; null: normal. */
  let fault:
    | ((path: string) => { readonly status: number; readonly body: string; readonly cache?: string } | null)
    | null = null;
  const requests: string[] = [];
  const server = await listen(
    (request, response) => {
      const path = pathOf(request);
      requests.push(path);
      const changed = fault?.(path);
      if (!changed) return void sendPublicFile(request, response, { root: place, path });
      response
        .writeHead(changed.status, {
          'content-type': typeOf(path),
          'access-control-allow-origin': '*',
          'cache-control': changed.cache ?? cacheControlOf(path),
        })
        .end(changed.body);
    },
    { port: 0, name: 'a team' },
  );
  const entry = (changes: Partial<RegistryEntry> = {}): RegistryEntry => ({
    id,
    screens: [
      {
        id,
        route: `/${id}`,
        title: { en: 'Clubs', fr: 'Clubs' },
        icon: 'globe',
        place: 35,
        seenBy: 'students',
      },
    ],
    origin: server.url,
    keys: [key.public, testKey.public],
    owner: 'Student union',
    contact: 'mailto:clubs@campus.edu',
    ...changes,
  });
  return {
    store,
    place,
    key,
    testKey,
    url: server.url,
    requests,
    entry,
    makeKey: (name: string) => makeKey(dir, name),
    setFault: (next: typeof fault) => (fault = next),
    /** Releases a build with additional fields in its manifest. */
    async release(
      build: string,
      {
        signer = key.signer,
        contract = 1,
        manifest = {},
        dist: built,
        now,
      }: {
        signer?: Signer | null;
        contract?: number;
        manifest?: object;
        dist?: string;
        now?: () => Date;
      } = {},
    ) {
      const dist = built ?? (await fakeBuild({ build, contract }));
      const file = join(dist, 'mf-manifest.json');
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...manifest }));
      const made = await release({ store, signer, ...(now && { now }) }, { id, dist, budget: 500, contract });
      return made.release;
    },
    async releaseTest(build: string, dist?: string) {
      const made = await releaseTest(
        { store, signer: testKey.signer },
        { id, dist: dist ?? (await fakeBuild({ build })), budget: 500, contract: 1 },
      );
      await store.write(`${id}/tests.json`, new TextEncoder().encode(JSON.stringify([made.release])));
      return made.release;
    },
    close: () => server.close({ graceMs: 0 }),
  };
}

export type Team = Awaited<ReturnType<typeof openTeam>>;
