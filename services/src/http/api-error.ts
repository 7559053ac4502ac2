import { ERRORS, type ErrorCode, type FieldError } from '@flint/contracts';

interface Extras {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** Seconds after which a repeat may succeed; becomes Retry-After. */
  readonly retryAfterSeconds?: number;
  /** Further members of the problem document. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A refusal: its status and default sentence come from the contract's table. Anything else thrown becomes 500. */
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
