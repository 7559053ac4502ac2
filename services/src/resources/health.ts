import type { Resource } from './resource';

const PING_MS = 1500;

/** Liveness (the process answers) and readiness (the database answers too). */
export const health: Resource = {
  name: 'health',
  mount(router, { db }) {
    router.get('/health/live', (ctx) => {
      ctx.body = { status: 'ok' };
    });
    router.get('/health/ready', async (ctx) => {
      const ready = await db.db!.command({ ping: 1 }, { timeoutMS: PING_MS }).then(
        () => true,
        () => false,
      );
      ctx.status = ready ? 200 : 503;
      ctx.body = { status: ready ? 'ok' : 'database not reachable' };
    });
  },
};
