import { pingDatabase } from '../infra/database-absent';
import { cipherOf } from '../infra/field-cipher';
import type { Resource } from './resource';

/** Liveness (the process answers) and readiness (the database answers, and the process may write to it). */
export const health: Resource = {
  name: 'health',
  mount(router, deps) {
    router.get('/health/live', (ctx) => {
      ctx.body = { status: 'ok' };
    });
    router.get('/health/ready', async (ctx) => {
      const fault = await pingDatabase(deps)
        .then(() => (cipherOf(deps).canSeal() ? null : 'the key that seals now is not known'))
        .catch(() => 'database not reachable');
      ctx.status = fault === null ? 200 : 503;
      ctx.body = { status: fault ?? 'ok' };
    });
  },
};
