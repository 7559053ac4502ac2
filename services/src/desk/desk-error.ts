import { DESK_ERRORS, type DeskErrorCode } from '@flint/contracts/desk';
import type { Middleware } from 'koa';

/** A refusal by the desk; its status and text come from the contract. */
export class DeskError extends Error {
  constructor(
    readonly code: DeskErrorCode,
    /** Replaces the contract's text. */
    detail?: string,
  ) {
    super(detail ?? DESK_ERRORS[code][1]);
    this.name = 'DeskError';
  }
}

/** Writes a DeskError as problem+json, like every refusal of the API. */
export const deskProblems: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    const [status] = DESK_ERRORS[error.code];
    ctx.status = status;
    ctx.set({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' });
    ctx.body = JSON.stringify({
      type: `urn:flint:desk:${error.code}`,
      title: 'Refused',
      status,
      detail: error.message,
      code: error.code,
      requestId: String(ctx.state.requestId),
    });
  }
};
