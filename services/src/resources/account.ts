import { ROUTES } from '@flint/contracts';
import { ApiError } from '../http/api-error';
import { enforceLimit } from '../http/rate-limit';
import { EXPORT_PATH, exportArchive, exportedBy, exportLink, exportOf } from './account-export';
import { uniteMailboxes } from './one-mailbox';
import type { Deps, Resource } from './resource';

const LINKS_AN_HOUR = { name: 'export-links', max: 10, seconds: 3600 };

/** The account as a whole: export and deletion walk the other resources, in the order of their list. */
export function account(others: readonly Resource[]): Resource {
  const erase = async (userId: string, deps: Deps, email?: string) => {
    for (const { eraseUser } of others) await eraseUser?.(userId, deps, email);
  };
  return {
    name: 'account',
    prepare: (deps) => uniteMailboxes(deps, (userId) => erase(userId, deps)),
    routes(api, deps) {
      api.bind(ROUTES.exportAccount, ({ actor }) => exportOf(deps, others, actor.userId));
      api.bind(ROUTES.linkExport, async ({ actor, ctx }) => {
        await enforceLimit(ctx, deps, LINKS_AN_HOUR, actor.userId);
        return exportLink(deps, actor);
      });
      api.bind(ROUTES.deleteAccount, async ({ actor }) => {
        await erase(actor.userId, deps, actor.email);
        // what another tab wrote meanwhile, while its token still counted
        await erase(actor.userId, deps, actor.email);
        return null;
      });
    },
    mount(router, deps) {
      router.get(EXPORT_PATH, async (ctx) => {
        const userId = await exportedBy(deps, ctx.query);
        const archive = userId && (await exportArchive(deps, others, userId));
        if (!archive) throw new ApiError('not_found');
        ctx.set({
          'cache-control': 'no-store',
          'content-disposition': 'attachment; filename="my-data.zip"',
        });
        ctx.type = 'application/zip';
        ctx.body = archive;
      });
    },
  };
}
