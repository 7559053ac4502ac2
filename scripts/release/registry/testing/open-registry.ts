import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RegistryEntry } from '@flint/contracts/registry';
import { folderStore } from '@flint/remote-build/release/folder-store';
import type { KeyRing } from '@flint/remote-build/release/signing/key-ring';
import { memoryIn } from '@flint/remote-build/release/testing/signed-place';
import { addRemote } from '../commands';
import type { RegistryContext } from '../document';
import { createRegistry } from '../read';
import { makeKey, openTeam } from './team-elsewhere';

type OpenRegistry = Awaited<ReturnType<typeof openRegistry>>;

/** The empty registry. */
export const FIVE = 'auth offers availability photos onboarding';
export const ENVIRONMENT = 'https://flint.campus.edu';

/** An empty registry with a platform key, and a team at another origin; `close` deletes both. */
async function openRegistry() {
  const dir = mkdtempSync(join(tmpdir(), 'flint-registry-'));
  const team = await openTeam();
  const platform = await makeKey(dir, 'platform');
  const ring = { keys: [{ ...platform.public, remotes: ['registry'] }] } as KeyRing;
  const store = () => folderStore(join(dir, 'place'));
  const state = {
    now: new Date(),
    refusals: [] as string[],
    remembered: {} as Readonly<Record<string, string>>,
  };
  const context = (changes: Partial<RegistryContext> = {}): RegistryContext => ({
    store: store(),
    signer: platform.signer,
    ring,
    environment: ENVIRONMENT,
    isReached: false,
    contract: 1,
    now: () => state.now,
    ...changes,
  });
  return {
    dir,
    team,
    platform,
    store,
    state,
    context,
    /** A shell that starts now, with the memory of the previous one; returns the ids that it shows. */
    startShell(environment = ENVIRONMENT) {
      const ask = createRegistry({
        store: store(),
        ring: () => Promise.resolve(ring),
        memory: memoryIn(state),
        environment,
        isReached: false,
        now: () => state.now,
        onRefused: (remote, reason) => state.refusals.push(`${remote} ${reason}`),
      });
      return async () => (await ask()).entries.map(({ id }) => id).join(' ');
    },
    /** Releases and registers the team's remote. */
    async register(changes: Partial<RegistryEntry> = {}, where: Partial<RegistryContext> = {}) {
      await team.release('00000001', { now: () => state.now });
      return addRemote(context(where), team.entry(changes));
    },
    close: () => team.close(),
  };
}

/** A new registry for each test of a file, whose fields are there once a test runs. */
export function useRegistry(): OpenRegistry {
  const registry = {} as OpenRegistry;
  beforeEach(async () => void Object.assign(registry, await openRegistry()));
  afterEach(() => registry.close());
  return registry;
}
