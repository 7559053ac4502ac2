import type { Context } from 'koa';
import type { Logger } from 'pino';
import { ApiError } from '../../http/api-error';
import { isDatabaseAbsent } from '../../infra/database-absent';
import { CannotSeal } from '../../infra/field-cipher';
import { Refusal, writeRefusal } from './refusal';

const UNEXPECTED = 'Unexpected failure, please check server logs for more information';

/** Refusals by the body parser and the token check, in GoTrue's words. */
function fromApiError(error: ApiError): Refusal | null {
  if (error.code === 'invalid_json' || error.code === 'unsupported_media_type') {
    return new Refusal(error.status, 'bad_json', 'Could not read the request body as JSON');
  }
  if (error.code === 'payload_too_large') {
    return new Refusal(413, 'request_entity_too_large', 'Request body too large');
  }
  if (error.code === 'rate_limited') {
    return new Refusal(429, 'over_request_rate_limit', 'Request rate limit reached', error.extras);
  }
  // the client retries a 504
  if (error.code === 'request_timeout') {
    return new Refusal(504, 'request_timeout', 'Processing this request timed out', { cause: error });
  }
  return error.code === 'unavailable' ? unavailable(error) : null;
}

/** A 5xx keeps the student signed in; the client retries (decisions/004). */
const unavailable = (cause: unknown) =>
  new Refusal(503, 'unexpected_failure', 'Sign-in is busy or starting. Please try again in a moment.', {
    retryAfterSeconds: 2,
    cause,
  });

function fromStatus(status: number, error: Error): Refusal {
  const code = status === 404 ? 'not_found' : 'bad_request';
  return new Refusal(status, code, error.message);
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseAbsent(error) || error instanceof CannotSeal) return unavailable(error);
  const known = error instanceof ApiError ? fromApiError(error) : null;
  if (known) return known;
  const status = (error as { status?: number; expose?: boolean }).status;
  if (error instanceof Error && status !== undefined && status >= 400 && status < 500) {
    return fromStatus(status, error);
  }
  return new Refusal(500, 'unexpected_failure', UNEXPECTED, { cause: error });
}

/** Runs what answers a request. Every error becomes JSON in GoTrue's shape; unexpected ones are logged. */
export async function answer(ctx: Context, log: Logger, work: () => Promise<unknown>): Promise<void> {
  ctx.set('cache-control', 'no-store');
  try {
    await work();
  } catch (error) {
    const refusal = refusalOf(error);
    // a client that does not finish its request needs no operator, and an overload is counted, not logged request by request
    if (refusal.status >= 500 && !(error instanceof ApiError)) {
      const { requestId } = ctx.state as { requestId?: string };
      log.error(
        { err: refusal.extras.cause ?? refusal, requestId, status: refusal.status },
        'sign-in failed',
      );
    }
    writeRefusal(ctx, refusal);
  }
}

/** Answers 200 with JSON; the client treats anything else as a lost connection (decisions/004). */
export function json(ctx: Context, body: unknown): void {
  ctx.status = 200;
  ctx.set('content-type', 'application/json');
  ctx.body = JSON.stringify(body);
}
