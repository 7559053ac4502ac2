/** A remote that has not loaded, or has shown nothing, by then has failed. */
export const REMOTE_MS = 20_000;

/**
 * `work`, or what `fallback` returns or throws once `ms` have passed. p-timeout does the same in 0.6 KiB, which the sign-in page does not
 * have (decision 016).
 */
export function withTimeLimit<T>(work: Promise<T>, ms: number, fallback: () => T): Promise<T> {
  let timer = 0;
  const late = new Promise<void>((resolve) => {
    timer = window.setTimeout(resolve, ms);
  });
  return Promise.race([work, late.then(fallback)]).finally(() => clearTimeout(timer));
}
