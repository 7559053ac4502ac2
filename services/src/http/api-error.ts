import { ERRORS, type ErrorCode, type FieldError } from '@flint/contracts';

interface Extras {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** Seconds until a retry may succeed; sent as Retry-After. */
  readonly retryAfterSeconds?: number;
  /** Further members of the problem document. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A refusal; its status and default text come from the contract's table. Any other error becomes 500. */
export class ApiError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    readonly extras: Extras = {},
  ) {
    super(extras.detail ?? ERRORS[code][1], { cause: extras.cause });
    this.name = 'ApiError';
    this.status = ERRORS[code][0];
  }
}
