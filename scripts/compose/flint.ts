import path from 'node:path';
import {
  createApp,
  createLog,
  createVerifier,
  startingUntil,
  startTelemetry,
  systemClock,
  type AppOptions,
  type Clock,
  type Deps,
  type Env,
  type FlintApp,
  readReleaseCounts,
} from '@flint/services';
import type { DeskSettings } from '@flint/services/desk';
import { upgrade } from '@flint/services/operations';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { buildBrowser } from '../build/build-browser';
import { recordShell } from '@flint/remote-build/release/commands';
import { createJudge } from '../release/judge';
import type { ReleasePlace } from '../release/place';
import { DESK, startDesk } from '../serve/desk-server';
import { assertFree } from '../serve/listen';
import type { Gateway } from '../serve/gateway';
import { atOwnOrigin, remoteFiles } from '../serve/remote-files';
import { startPage } from '../serve/start-page';
import { startRemoteServer } from '../serve/remote-server';
import type { ServedRemote } from '../serve/remotes-json';
import { masterSecret } from '../start/secret';
import { step as printedStep, type Step } from '../setup/step.mjs';
import { openDatabase, type Database } from './database';
import { remoteWorkspaces } from './remotes';

interface Options {
  readonly env: Env;
  /** The raw settings, which OpenTelemetry reads. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** Fills an empty database with a demo campus. */
  readonly seed?: (deps: Deps) => Promise<readonly DemoAccount[]>;
  /** The safety desk's port and operators; default: no desk. */
  readonly desk?: DeskSettings;
  /** An open database; default: opens the one of the settings, and closes it with the rest. */
  readonly database?: Database;
  /** The release store; a remote without a release is served as this repository builds it. */
  readonly releases?: ReleasePlace;
  /** Built folders that replace the repository's, by id of the remote, to try a release. */
  readonly dists?: Readonly<Record<string, string>>;
  /** Uses any free port for each remote, for tests; the shell's port is always env.PORT. */
  readonly anyRemotePort?: boolean;
  readonly clock?: Clock;
  readonly onMail?: Deps['onMail'];
  /** Called when the page can be opened, before the demo campus. */
  readonly onOpen?: (open: Open) => void;
  /** Timeouts of the API, for tests on shared cores. */
  readonly app?: AppOptions;
  readonly step?: Step;
}

export interface DemoAccount {
  readonly email: string;
  readonly state: string;
}

export interface Open {
  /** The shell's address. */
  readonly url: string;
  /** The safety desk's address, or null. */
  readonly desk: string | null;
  /** Remotes that come from a release, not from this repository: `offers 1.0.0-0a1b2c3d`. */
  readonly released: readonly string[];
  /** Stops everything in reverse order. */
  close(): Promise<void>;
}

export interface Flint extends Open {
  readonly deps: Deps;
  readonly remotes: ReadonlyMap<string, ServedRemote>;
  readonly gateway: Gateway;
  readonly demoAccounts: readonly DemoAccount[];
}

/**
 * Starts the whole product in this process: browser builds, database, API with sign-in and storage, an origin per remote, and the
 * shell. If a step fails, stops the earlier ones.
 */
export async function startFlint({
  env,
  step = printedStep,
  clock = systemClock,
  ...options
}: Options): Promise<Flint> {
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const isOneOrigin = env.NODE_ENV === 'production' && !env.RELEASES_URL;
    const portOf = (port: number) => (options.anyRemotePort ? 0 : env.PORT + (port % 100));
    // a port in use is reported before the work, not after it
    await assertFree(env.HOST, [
      { port: env.PORT, name: 'the shell' },
      ...(isOneOrigin
        ? []
        : remoteWorkspaces().map(({ id, port }) => ({ port: portOf(port), name: `the ${id} remote` }))),
      ...(options.desk ? [{ port: options.desk.port, ...DESK }] : []),
    ]);
    await step('build', (onProgress) => buildBrowser({ onProgress }));
    const telemetry = await startTelemetry(options.settings ?? {});
    if (telemetry) stops.push(telemetry.close);
    const database = await step(
      'database',
      async () => options.database ?? openDatabase(env, { monitorCommands: telemetry !== null }),
    );
    stops.push(database.close);
    const dataDir = path.resolve(env.DATA_DIR);
    const secret = await masterSecret(dataDir, env.FLINT_SECRET);
    const log = createLog(env.LOG_LEVEL);
    const deps: Deps = {
      env,
      db: database.connection,
      clock,
      log,
      secret,
      dataDir,
      telemetry,
      ...(options.onMail && { onMail: options.onMail }),
    };
    let app: FlintApp | undefined;
    const startApi = async () => {
      // in production an operator runs them
      if (env.NODE_ENV !== 'production') await upgrade(deps);
      app = await createApp(deps, createVerifier(deps), options.app);
      stops.push(app.close);
    };
    const { desk: settings } = options;
    const openDesk = async () => {
      if (!settings) return null;
      const desk = await startDesk({ deps, settings, host: env.HOST });
      stops.push(() => desk.close());
      return desk;
    };
    if (database.later) {
      log.warn('the database is not reachable: waiting for it, alive and not ready');
      database.later
        .then(startApi)
        .then(openDesk)
        .then((desk) => desk && log.warn(`the database is there, and the safety desk at ${desk.url}`))
        .catch((error: unknown) => log.error({ err: error }, 'the API or the safety desk did not start'));
    } else {
      await step('sign-in, API, storage', startApi);
    }
    const { releases } = options;
    const files = remoteFiles(releases, options.dists);
    const remotes = new Map<string, ServedRemote>(isOneOrigin ? atOwnOrigin(files) : []);
    for (const { id, port } of isOneOrigin ? [] : remoteWorkspaces()) {
      const server = await step(`remote ${id}`, () =>
        startRemoteServer({ ...files.get(id)!, port: portOf(port), host: env.HOST }),
      );
      stops.push(server.close);
      remotes.set(id, server);
    }
    const desk = settings && !database.later ? await step('safety desk', openDesk) : null;
    // a store that cannot be read, or not be written, stops no server
    await (releases && recordShell(releases.store, REMOTE_CONTRACT, clock.now()).catch(() => undefined));
    const held = releases ? Object.entries(await releases.trusted()) : [];
    const released = held.flatMap(([id, { live }]) => (live ? [`${id} ${live.release}`] : []));
    const judge = createJudge(
      (named) => readReleaseCounts(deps, named),
      (remote, reason) => log.error({ remote }, `${remote} ${reason}`),
    );
    const api = startingUntil(() => app?.listener);
    let demo: Promise<readonly DemoAccount[]> = Promise.resolve([]);
    const gateway = await step('shell', () =>
      startPage(env, {
        api(request, response) {
          // a demo account is made by the demo alone, with its answers
          if (!request.url?.startsWith('/auth/v1/otp')) return api(request, response);
          void demo.catch(() => undefined).then(() => api(request, response));
        },
        releases,
        remotes,
        judge,
        ...(isOneOrigin && { remoteFiles: files }),
      }),
    );
    // in production, behind a load balancer: announce the stop first
    stops.push(() => gateway.close({ announceMs: env.NODE_ENV === 'production' ? 2_000 : 0 }));
    const open: Open = { url: gateway.url, desk: desk?.url ?? null, released, close };
    options.onOpen?.(open);
    if (options.seed && !database.later) demo = step('demo campus', async () => options.seed!(deps));
    const demoAccounts = await demo;
    return { ...open, deps, remotes, gateway, demoAccounts };
  } catch (error) {
    await close();
    throw error;
  }
}
