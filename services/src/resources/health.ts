import { cipherOf } from '../infra/field-cipher';
import type { Resource } from './resource';

const PING_MS = 1500;

/** Liveness (the process answers) and readiness (the database answers, and the process may write to it). */
export const health: Resource = {
  name: 'health',
  mount(router, deps) {
    router.get('/health/live', (ctx) => {
      ctx.body = { status: 'ok' };
    });
    router.get('/health/ready', async (ctx) => {
      const fault = await deps.db
        .db!.command({ ping: 1 }, { timeoutMS: PING_MS })
        .then(() => (cipherOf(deps).canSeal() ? null : 'the key that seals now is not known'))
        .catch(() => 'database not reachable');
      ctx.status = fault === null ? 200 : 503;
      ctx.body = { status: fault ?? 'ok' };
    });
  },
};
