import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY, remoteRooms } from '@flint/scripts/compose/remotes';
import { liveAddresses, testAddresses } from '@flint/scripts/release/live-addresses';
import type { ReleasePlace } from '@flint/scripts/release/place';
import { overviewOf } from '@flint/scripts/release/registry/overview';
import { startGateway } from '@flint/scripts/serve/gateway';
import { remotesAtOwnOrigin } from '@flint/scripts/serve/own-origin';
import { startRemoteServer, type RemoteServer } from '@flint/scripts/serve/remote-server';
import { addressesOf, type RemoteAddresses } from '@flint/scripts/serve/remotes-json';
import { createFakeApi, storedSession } from './fake-api';
import type { BrowserContext } from 'playwright-core';

/** A way for a remote's origin to fail; answers true when it took the request. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Brings the browser builds up to date; a child process, as webpack does not run under jest. */
export async function ensureBuilt(): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/build/build.ts'], {
    cwd: REPOSITORY,
  });
}

interface StageOptions {
  /** Folders served in place of the built remotes, by remote id. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Where released remotes are kept; those go before the built ones. */
  readonly releases?: ReleasePlace;
  /** Another build of the shell. */
  readonly shellDir?: string;
  /** The remotes come from the page's own origin, as in production; they cannot be faulty then. */
  readonly ownOrigin?: boolean;
}

/** The built shell and remotes on free ports, with a fake API; faults are switched on and off while it runs. */
export async function openStage({ replace = {}, releases, shellDir, ownOrigin }: StageOptions = {}) {
  const api = createFakeApi();
  const faults = new Map<string, Fault>();
  const requests: string[] = [];
  const remotes = new Map<string, RemoteServer>();
  let override: ((addresses: RemoteAddresses) => RemoteAddresses) | undefined;
  for (const { id, dir } of remoteRooms()) {
    const server = await startRemoteServer({
      dir: replace[id] ?? join(dir, 'dist'),
      port: 0,
      ...(releases?.dir && { releasesDir: join(releases.dir, id) }),
      intercept: (request, response) => {
        requests.push(`${id} ${request.url}`);
        return faults.get(id)?.(request, response) ?? false;
      },
    });
    remotes.set(id, server);
  }
  const here = ownOrigin ? remotesAtOwnOrigin(releases) : null;
  const served = here?.remotes ?? remotes;
  const own = () => addressesOf(served);
  const truth = releases ? liveAddresses(releases, { own, servers: served }) : own;
  const gateway = await startGateway({
    port: 0,
    shellDir: shellDir ?? join(REPOSITORY, 'shell/dist'),
    api: api.listener,
    // a page opened while a remote was not listed may still load it later
    remoteOrigins: here ? [] : [...remotes.values()].map((remote) => remote.url),
    ...(here && { remoteFiles: here.files }),
    ...(releases && {
      findTest: testAddresses(releases, served),
      overview: overviewOf(releases),
    }),
    remotes: async () => {
      const addresses = await truth();
      return override ? override(addresses) : addresses;
    },
  });
  return {
    url: gateway.url,
    api,
    faults,
    remotes,
    /** `<id> <path>` of every request a remote's origin got. */
    requests,
    /** Changes what `/remotes.json` says; undefined puts the truth back. */
    setAddresses(change: typeof override) {
      override = change;
    },
    async close() {
      // some hang on purpose: no grace for what is under way
      await Promise.all([gateway, ...remotes.values()].map((each) => each.close({ graceMs: 0 })));
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Signs the browser profile in before its first page loads. */
export async function signIn(context: BrowserContext, session: unknown = storedSession()): Promise<void> {
  await context.addInitScript(
    `localStorage.setItem('auth-storage', ${JSON.stringify(JSON.stringify(session))})`,
  );
}
