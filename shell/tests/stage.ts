import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { liveAddresses, testAddresses } from '@flint/scripts/release/live-addresses';
import type { ReleasePlace } from '@flint/scripts/release/place';
import { overviewOf } from '@flint/scripts/release/registry/overview';
import { startGateway } from '@flint/scripts/serve/gateway';
import { atOwnOrigin, remoteFiles } from '@flint/scripts/serve/remote-files';
import { startRemoteServer, type RemoteServer } from '@flint/scripts/serve/remote-server';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';
import { addressesOf } from '@flint/scripts/serve/remotes-json';
import { openPage, useBrowser, type Pages } from '@flint/testing/browser';
import type { BrowserContext, Page } from 'playwright-core';
import { createFakeApi, storedSession } from '@flint/scripts/serve/fake-api';

/** A failure of a remote's origin; returns true if it handled the request. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Updates the browser builds, in a child process: webpack does not run under jest. A command that has built them says so. */
export async function ensureBuilt(): Promise<void> {
  if (process.env['FLINT_BUILT']) return;
  await promisify(execFile)(process.execPath, ['scripts/flint.mjs', 'build', 'browser'], {
    cwd: REPOSITORY,
  });
}

/** The browser of the tests of a file, after `prepareBrowser()`. */
export let browser: Pages;

/** Builds what is out of date, and opens one browser for all tests of a file. */
export function prepareBrowser(): void {
  beforeAll(ensureBuilt, 180_000);
  browser = useBrowser();
}

/** What browsers log about the event stream, which the fake API does not have. */
export const MISSING = [/status of 404/];

interface StageOptions {
  /** Folders that replace built remotes, by id. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Folder of released remotes, which replace built ones. */
  readonly releases?: ReleasePlace;
  /** Another build of the shell. */
  readonly shellDir?: string;
  /** Serves the remotes from the origin of the page, as in production; faults do not apply then. */
  readonly ownOrigin?: boolean;
}

/** The built shell and remotes on free ports, with a fake API. Faults can be switched on and off. */
export async function openStage({ replace = {}, releases, shellDir, ownOrigin }: StageOptions = {}) {
  const api = createFakeApi();
  const faults = new Map<string, Fault>();
  const requests: string[] = [];
  const remotes = new Map<string, RemoteServer>();
  let override: ((addresses: RemoteAddresses) => RemoteAddresses) | undefined;
  const files = remoteFiles(releases, replace);
  for (const [id, own] of files) {
    const server = await startRemoteServer({
      ...own,
      port: 0,
      intercept: (request, response) => {
        requests.push(`${id} ${request.url}`);
        return faults.get(id)?.(request, response) ?? false;
      },
    });
    remotes.set(id, server);
  }
  const served = ownOrigin ? atOwnOrigin(files) : remotes;
  const own = () => addressesOf(served);
  const truth = releases ? liveAddresses(releases, { own, servers: served }) : own;
  const gateway = await startGateway({
    port: 0,
    shellDir: shellDir ?? join(REPOSITORY, 'shell/dist'),
    api: api.listener,
    // a page that was opened while a remote was not listed may still load it later
    remoteOrigins: ownOrigin ? [] : [...remotes.values()].map((remote) => remote.url),
    ...(ownOrigin && { remoteFiles: files }),
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
    /** `<id> <path>` of every request to a remote's origin. */
    requests,
    /** Replaces the content of `/remotes.json`; undefined restores it. */
    setAddresses(change: typeof override) {
      override = change;
    },
    async close() {
      // some requests hang on purpose: do not wait for them
      await Promise.all([gateway, ...remotes.values()].map((each) => each.close({ graceMs: 0 })));
    },
  };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

/**
 * `prepareBrowser()`, and a stage for each test of a file, with the options that `prepare` returns. `[beforeAll, afterAll]`: one stage for
 * all tests. Its fields are there once the tests run.
 */
export function useStage(
  prepare: () => StageOptions | Promise<StageOptions> = () => ({}),
  [before, after] = [beforeEach, afterEach],
): Stage {
  const stage = {} as Stage;
  prepareBrowser();
  before(async () => void Object.assign(stage, await openStage(await prepare())));
  after(() => stage.close());
  return stage;
}

/** Stores a session in the browser profile before its first page is loaded. */
export async function signIn(context: BrowserContext, session: unknown = storedSession()): Promise<void> {
  await context.addInitScript(
    `localStorage.setItem('auth-storage', ${JSON.stringify(JSON.stringify(session))})`,
  );
}

/** No timer of a second or more ever ends in this page: what waits for a time limit waits forever. */
export const withoutTimeLimits = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setTimeout: original } = globalThis;
    globalThis.setTimeout = ((work: () => void, delay = 0) =>
      delay < 1_000 ? original(work, delay) : 0) as typeof setTimeout;
  });

/** A page of the file's browser, with a student signed in. */
export async function openSignedIn(
  options: Parameters<typeof openPage>[1] = { allow: MISSING },
  session: unknown = storedSession(),
) {
  const opened = await openPage(browser, options);
  await signIn(opened.page.context(), session);
  return opened;
}
