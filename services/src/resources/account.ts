import { ROUTES } from '@flint/contracts';
import { ApiError } from '../http/api-error';
import { enforceLimit } from '../http/rate-limit';
import type { Actor } from '../http/session';
import { doEach } from '../infra/do-each';
import { removeErased } from '../infra/remove-erased';
import {
  EXPORT_PATH,
  buildExportArchive,
  verifyExportLink,
  buildExportLink,
  readExport,
} from './account-export';
import {
  endErasure,
  journalErasure,
  lastErasure,
  recordErasure,
  unfinishedErasures,
} from './erased-accounts';
import { uniteMailboxes } from './one-mailbox';
import type { Deps, Resource } from './resource';
import { deleteHostedUser, endHosted, isHosted, isReturned, refuseBanned } from './sign-in/index';

const EXPORTS_AN_HOUR = { name: 'exports', max: 10, seconds: 3600 };
const FILES_AN_HOUR = { name: 'export-files', max: 10, seconds: 3600 };
/** Longer than a request may run: the process that began an erasure has ended, or a write of it failed. */
const ABANDONED_MS = 120_000;
const LINKS_AN_HOUR = { name: 'export-links', max: 10, seconds: 3600 };

/** Erases an account from every resource, in the order of the list. Safe to repeat. */
export async function eraseFrom(
  others: readonly Resource[],
  deps: Deps,
  userId: string,
  email?: string,
): Promise<void> {
  for (const { eraseUser } of others) await eraseUser?.(userId, deps, email);
}

/**
 * Throws 401 if the account was erased after this request was authenticated; `takesBack` also erases what the request wrote. The erasure is
 * recorded before any data is erased, and this check runs after all writes, so one of the two always finds the data. This holds even if a
 * process still trusts a session that was ended elsewhere. Throws 503 for a student who returned before the erasure is complete, because the
 * rest of it would erase what they write.
 */
export async function refuseErasedFrom(
  others: readonly Resource[],
  deps: Deps,
  actor: Actor,
  takesBack: boolean,
): Promise<void> {
  const erasure = await lastErasure(deps, actor.userId);
  if (!erasure) return;
  if (isReturned(deps, actor, erasure.at)) {
    if (!erasure.isFinished) throw new ApiError('unavailable');
    return;
  }
  if (takesBack) {
    await eraseFrom(others, deps, actor.userId, actor.email);
    await removeErased(deps.db);
  }
  throw new ApiError('unauthenticated');
}

/** Erases all of an account; the second pass, what others have written about the student during the first. Returns whether a hosted project has no user of it left. */
async function eraseWhole(others: readonly Resource[], deps: Deps, userId: string, email?: string) {
  await eraseFrom(others, deps, userId, email);
  await eraseFrom(others, deps, userId, email);
  const isGone = await deleteHostedUser(deps, userId);
  await endErasure(deps, userId);
  return isGone;
}

/** Deletes an account, for its student or by an operator for them. Returns what `eraseWhole` does. */
export async function deleteFrom(
  others: readonly Resource[],
  deps: Deps,
  { userId, email }: { userId: string; email?: string },
): Promise<boolean> {
  // first, so that timed work finishes an erasure that is interrupted
  await recordErasure(deps, userId);
  // refuseErased erases what the student writes meanwhile
  const isGone = await eraseWhole(others, deps, userId, email);
  await removeErased(deps.db);
  return isGone;
}

/** The account as a whole: export and deletion call every other resource. */
export function account(others: readonly Resource[]): Resource {
  return {
    name: 'account',
    prepare: (deps) => uniteMailboxes(deps, (userId) => eraseFrom(others, deps, userId)),
    routes(api, deps) {
      api.bind(ROUTES.exportAccount, async ({ actor, ctx }) => {
        await enforceLimit(ctx, deps, EXPORTS_AN_HOUR, actor.userId);
        return readExport(deps, others, actor.userId);
      });
      api.bind(ROUTES.linkExport, async ({ actor, ctx }) => {
        await enforceLimit(ctx, deps, LINKS_AN_HOUR, actor.userId);
        return buildExportLink(deps, actor);
      });
      api.bind(ROUTES.deleteAccount, async ({ actor, ctx }) => {
        const erasure = isHosted(deps) ? await lastErasure(deps, actor.userId) : null;
        // a repeated call; the account may be one of a student who returned since
        if (erasure?.isFinished && !isReturned(deps, actor, erasure.at)) return null;
        const authorization = ctx.get('authorization');
        await refuseBanned(deps, actor, authorization);
        const isGone = await deleteFrom(others, deps, actor);
        await endHosted(deps, actor.sessionId, isGone ? null : authorization);
        return null;
      });
    },
    timed: [
      {
        everyMs: 60_000,
        async run(deps) {
          const before = new Date(deps.clock.now().getTime() - ABANDONED_MS);
          await doEach(await unfinishedErasures(deps, before), async (erasure) => {
            // its process may have ended before it did
            await journalErasure(deps, erasure);
            await eraseWhole(others, deps, erasure.userId);
          });
        },
        failed: 'erasures that were interrupted are not finished',
      },
    ],
    mount(router, deps) {
      router.get(EXPORT_PATH, async (ctx) => {
        const userId = await verifyExportLink(deps, ctx.query);
        if (!userId) throw new ApiError('not_found');
        await enforceLimit(ctx, deps, FILES_AN_HOUR, userId);
        const archive = await buildExportArchive(deps, others, userId);
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
