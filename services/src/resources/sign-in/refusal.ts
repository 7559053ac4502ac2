import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';

interface Extras {
  readonly retryAfterSeconds?: number | undefined;
  /** Further members of the response. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** An error response with GoTrue's code and message (decisions/004). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extras: Extras = {},
  ) {
    super(message, { cause: extras.cause });
    this.name = 'Refusal';
  }
}

const VERSION = '2024-01-01';

/** The API version, a date; anything else counts as none. */
function versionOf(ctx: Context): string | null {
  const given = ctx.get('x-supabase-api-version');
  return /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : null;
}

/** Writes a refusal in the shape of the request's X-Supabase-Api-Version. */
export function writeRefusal(ctx: Context, { status, code, message, extras }: Refusal): void {
  const version = versionOf(ctx);
  const modern = version !== null && version >= VERSION;
  ctx.status = status;
  ctx.set({ 'content-type': 'application/json', 'cache-control': 'no-store', 'x-sb-error-code': code });
  if (modern) ctx.set('x-supabase-api-version', VERSION);
  if (extras.retryAfterSeconds !== undefined) ctx.set('retry-after', String(extras.retryAfterSeconds));
  const old = {
    code: status,
    error_code: code,
    msg: message,
    ...(status >= 500 ? { error_id: randomUUID() } : {}),
  };
  ctx.body = JSON.stringify({ ...(modern ? { code, message } : old), ...extras.members });
}

export const validationFailed = (message: string, status = 400) =>
  new Refusal(status, 'validation_failed', message);

/** Wrong, expired, used, replaced or unknown: the same response in every byte (decisions/004). */
export const codeRefused = () => new Refusal(403, 'otp_expired', 'Token has expired or is invalid');
