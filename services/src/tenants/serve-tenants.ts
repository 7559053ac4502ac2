import type { RequestListener } from 'node:http';
import { createApp, type AppOptions, type FlintApp } from '../app';
import type { TokenVerifier } from '../http/session';
import type { Deps } from '../resources/resource';
import { createVerifier } from '../resources/sign-in/index';
import { depsOf, type Tenant } from './tenants';

/** Universities started at the same time: each reads its students once. */
const AT_ONCE = 4;

export interface TenantApps {
  /** Answers every university by the request's host name; 421 for a name nobody has. */
  readonly listener: RequestListener;
  readonly apps: readonly { readonly tenant: Tenant; readonly deps: Deps; readonly app: FlintApp }[];
  close(): Promise<void>;
}

interface Options extends AppOptions {
  readonly verifierFor?: (deps: Deps) => TokenVerifier;
}

const nameOf = (host = '') => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** Asked by balancers and collectors by address, not by a university's name. */
const isOfProcess = (url = '') => /^\/(?:health\/|metrics\b)/.test(url);

const MISDIRECTED = JSON.stringify({
  type: 'urn:flint:problem:not_found',
  title: 'Misdirected Request',
  status: 421,
  detail: 'No university is served at this host name.',
  code: 'not_found',
});

/** One API per university in this process, all of one code, each with its own Deps: a handler has no way to name another's data. */
export async function serveTenants(
  root: Deps,
  tenants: readonly Tenant[],
  { verifierFor = createVerifier, ...options }: Options = {},
): Promise<TenantApps> {
  const apps: { tenant: Tenant; deps: Deps; app: FlintApp }[] = [];
  const close = async () => void (await Promise.all(apps.splice(0).map(({ app }) => app.close())));
  const waiting = [...tenants];
  const open = async () => {
    for (let tenant = waiting.shift(); tenant; tenant = waiting.shift()) {
      const deps = depsOf(tenant, root);
      apps.push({ tenant, deps, app: await createApp(deps, verifierFor(deps), options) });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, open));
  } catch (error) {
    await close();
    throw error;
  }
  const [first] = apps;
  if (!first) throw new Error('there is no university to serve');
  const byHost = new Map(apps.flatMap(({ tenant, app }) => tenant.hosts.map((host) => [host, app] as const)));
  return {
    apps,
    close,
    listener(request, response) {
      const app =
        byHost.size === 0 || isOfProcess(request.url) ? first.app : byHost.get(nameOf(request.headers.host));
      if (app) return app.listener(request, response);
      response.writeHead(421, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
      response.end(MISDIRECTED);
    },
  };
}
