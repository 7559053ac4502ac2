import { ROUTES } from '@flint/contracts';
import { ApiError } from '../http/api-error';
import { enforceLimit } from '../http/rate-limit';
import type { Actor } from '../http/session';
import { forgetErased } from '../infra/forget-erased';
import { EXPORT_PATH, exportArchive, exportedBy, exportLink, exportOf } from './account-export';
import { erasedAccounts, erasedAt, noteErased } from './erased-accounts';
import { uniteMailboxes } from './one-mailbox';
import type { Deps, Resource } from './resource';
import { endHosted, isBannedNow, isReturned } from './sign-in/index';

const EXPORTS_AN_HOUR = { name: 'exports', max: 10, seconds: 3600 };
const FILES_AN_HOUR = { name: 'export-files', max: 10, seconds: 3600 };
const LINKS_AN_HOUR = { name: 'export-links', max: 10, seconds: 3600 };

/** Erases an account from every resource, in the order of their list. Safe to repeat. */
export async function eraseFrom(
  others: readonly Resource[],
  deps: Deps,
  userId: string,
  email?: string,
): Promise<void> {
  for (const { eraseUser } of others) await eraseUser?.(userId, deps, email);
}

/**
 * Refuses with 401 who was erased before this was asked, and `takesBack` what they wrote until then. The erasure is noted before anything is
 * erased, and this is asked after everything is written: whichever comes later, of the erasure and this, finds what was written. So it
 * does not matter how long a process believes in a session that was ended elsewhere.
 */
export async function refuseErasedFrom(
  others: readonly Resource[],
  deps: Deps,
  actor: Actor,
  takesBack: boolean,
): Promise<void> {
  const at = await erasedAt(deps, actor.userId);
  if (at === null || isReturned(deps, actor, at)) return;
  if (takesBack) {
    await eraseFrom(others, deps, actor.userId, actor.email);
    await forgetErased(deps.db);
  }
  throw new ApiError('unauthenticated');
}

/** The account as a whole: export and deletion walk the other resources. */
export function account(others: readonly Resource[]): Resource {
  return {
    name: 'account',
    prepare: async (deps) => {
      await erasedAccounts(deps.db).init();
      await uniteMailboxes(deps, (userId) => eraseFrom(others, deps, userId));
    },
    routes(api, deps) {
      api.bind(ROUTES.exportAccount, async ({ actor, ctx }) => {
        await enforceLimit(ctx, deps, EXPORTS_AN_HOUR, actor.userId);
        return exportOf(deps, others, actor.userId);
      });
      api.bind(ROUTES.linkExport, async ({ actor, ctx }) => {
        await enforceLimit(ctx, deps, LINKS_AN_HOUR, actor.userId);
        return exportLink(deps, actor);
      });
      api.bind(ROUTES.deleteAccount, async ({ actor }) => {
        // coming back would be a way out of a ban that another process has not noticed yet
        if (await isBannedNow(deps, actor.userId)) throw new ApiError('unauthenticated');
        // first: an erasure cut short by a crash is noted, and asked for again by the student
        await noteErased(deps, actor.userId);
        await eraseFrom(others, deps, actor.userId, actor.email);
        // what others wrote meanwhile that names this student; what the student wrote is taken back by refuseErased
        await eraseFrom(others, deps, actor.userId, actor.email);
        await endHosted(deps, actor.sessionId);
        await forgetErased(deps.db);
        return null;
      });
    },
    mount(router, deps) {
      router.get(EXPORT_PATH, async (ctx) => {
        const userId = await exportedBy(deps, ctx.query);
        if (userId) await enforceLimit(ctx, deps, FILES_AN_HOUR, userId);
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
