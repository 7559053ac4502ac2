import { keyFaultIn } from '../infra/key-fault';
import type { Deps, Resource } from './resource';

const PING_MS = 1500;
/** After this time the keys are tried again, because another process may have sealed data under a key this process lacks. */
const TRUSTED_MS = 60_000;

type Needs = Pick<Deps, 'db' | 'env' | 'secret'>;

/** Tries the configured keys on stored data. Returns what is wrong in one sentence, or null. */
export async function findKeyFault(resources: readonly Resource[], deps: Needs): Promise<string | null> {
  const samples = await Promise.all(
    resources.map(async ({ sampleSealed }) => (await sampleSealed?.(deps)) ?? []),
  );
  return keyFaultIn(deps, samples.flat());
}

/** Liveness (the process answers) and readiness (the database answers and the keys open its data). */
export const health = (resources: readonly Resource[]): Resource => ({
  name: 'health',
  mount(router, deps) {
    const { db, log } = deps;
    let triedAt = -Infinity;
    const findFault = async (): Promise<string | null> => {
      if (performance.now() - triedAt < TRUSTED_MS) return null;
      const fault = await findKeyFault(resources, deps);
      if (fault === null) triedAt = performance.now();
      else log.error(fault);
      return fault && 'data keys do not open what is stored';
    };
    router.get('/health/live', (ctx) => {
      ctx.body = { status: 'ok' };
    });
    router.get('/health/ready', async (ctx) => {
      const fault = await db
        .db!.command({ ping: 1 }, { timeoutMS: PING_MS })
        .then(findFault)
        .catch(() => 'database not reachable');
      ctx.status = fault === null ? 200 : 503;
      ctx.body = { status: fault ?? 'ok' };
    });
  },
});
