import { STATUS_CODES } from 'node:http';
import type { Problem } from '@flint/contracts';
import type { Catalogue } from '@flint/texts/catalogue';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { isDatabaseAbsent } from '../infra/database-absent';
import { isStoreAbsent } from '../infra/store-absent';
import { CannotSeal } from '../infra/field-cipher';
import { ApiError } from './api-error';
import { textsFor } from './language';

/** A field's message; a number in it is a placeholder of the text. */
function worded({ t }: Catalogue, detail: string): string {
  const whole = t(detail);
  const [n] = /\d+/.exec(detail) ?? [];
  return n === undefined || whole !== detail ? whole : t(detail.replace(n, '{n}'), { n });
}

function problemOf(error: ApiError, requestId: string, texts: Catalogue): Problem {
  return {
    type: `urn:flint:problem:${error.code}`,
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: texts.t(error.message),
    code: error.code,
    ...(error.extras.errors && {
      errors: error.extras.errors.map(({ pointer, detail }) => ({ pointer, detail: worded(texts, detail) })),
    }),
    ...error.extras.members,
    requestId,
  };
}

/** Writes a refusal as problem+json (RFC 9457), in the language of the request. */
export function writeProblem(ctx: Context, error: ApiError): void {
  ctx.status = error.status;
  ctx.set('content-type', 'application/problem+json; charset=utf-8');
  ctx.set('cache-control', 'no-store');
  if (error.extras.retryAfterSeconds !== undefined) {
    ctx.set('retry-after', String(Math.max(1, Math.ceil(error.extras.retryAfterSeconds))));
  }
  ctx.body = JSON.stringify(problemOf(error, String(ctx.state.requestId), textsFor(ctx)));
}

/** Whether the connection closed while the request was arriving. */
const isCutOff = (error: unknown) =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String((error as NodeJS.ErrnoException)?.code)) ||
  (error instanceof Error && error.message === 'aborted');

/** MongoDB's code. */
const OUT_OF_DISK_SPACE = 14_031;

/** What is out of reach, for the log, and when a retry may succeed; null if the error means something else. */
function absenceOf(error: unknown): { what: string; retryAfterSeconds: number } | null {
  if (error instanceof CannotSeal) return { what: error.message, retryAfterSeconds: 2 };
  if (isDatabaseAbsent(error)) return { what: 'database not reachable', retryAfterSeconds: 2 };
  if ((error as { code?: unknown }).code === OUT_OF_DISK_SPACE)
    return { what: 'the database has no room left', retryAfterSeconds: 10 };
  return isStoreAbsent(error) ? { what: 'photo store not reachable', retryAfterSeconds: 5 } : null;
}

/** Outermost middleware: every refusal becomes problem+json; an unexpected error becomes 500, logged with its cause and sent without detail. */
export function problems(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.body != null || ctx.status < 400) return;
      if (ctx.status === 405 || ctx.status === 501) throw new ApiError('method_not_allowed');
      if (ctx.status === 404) throw new ApiError('not_found');
    } catch (error) {
      if (error instanceof ApiError) return writeProblem(ctx, error);
      const absence = absenceOf(error);
      if (absence) {
        const { what, retryAfterSeconds } = absence;
        log.warn({ requestId: ctx.state.requestId }, what);
        return writeProblem(ctx, new ApiError('unavailable', { retryAfterSeconds, cause: error }));
      }
      if (isCutOff(error)) return writeProblem(ctx, new ApiError('request_timeout', { cause: error }));
      log.error({ err: error, requestId: ctx.state.requestId }, 'unforeseen error');
      writeProblem(ctx, new ApiError('internal', { cause: error }));
    }
  };
}
