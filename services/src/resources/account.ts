import { ROUTES } from '@flint/contracts';
import type { Resource } from './resource';

/** The account as a whole: export and deletion walk the other resources, in the order of their list. */
export const account = (others: readonly Resource[]): Resource => ({
  name: 'account',
  routes(api, deps) {
    api.bind(ROUTES.exportAccount, async ({ actor }) => {
      const data: Record<string, unknown> = {};
      for (const { name, exportUser } of others)
        if (exportUser) data[name] = await exportUser(actor.userId, deps);
      return { exportedAt: deps.clock.now().toISOString(), data };
    });
    api.bind(ROUTES.deleteAccount, async ({ actor }) => {
      const eraseAll = async () => {
        for (const { eraseUser } of others) await eraseUser?.(actor.userId, deps);
      };
      await eraseAll();
      // what another tab wrote meanwhile, while its token still counted
      await eraseAll();
      return null;
    });
  },
});
