/** Options of a query that is polled every minute and on focus, in case the shell's event stream is blocked. */
export const KEPT_FRESH = {
  pollingInterval: 60_000,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
} as const;
