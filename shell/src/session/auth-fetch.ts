import { clockAhead } from '@flint/contracts/time';

/** A request without an answer after this time has failed: every later call waits for the token that it refreshes. */
const PATIENCE_MS = 20_000;
/** After this time without an answer the app goes on without it. */
const SILENT_MS = 5_000;

let isSaid = false;

/** Says once on the screen that the device's clock is wrong. Nothing depends on it: the server's clock decides. */
function compare(response: Response, began: number): void {
  if (isSaid || !clockAhead(response, began)) return;
  isSaid = true;
  import(/* webpackChunkName: 'seldom' */ './ended-session')
    .then(({ warnOfClock }) => warnOfClock())
    .catch(() => undefined);
}

/** The response without the server's expiry time of the token: the client then counts from the device's clock, with which alone it compares. */
function withoutEnd(response: Response): Response {
  const { json } = response;
  return Object.assign(response, {
    json: async () => ({ ...((await json.call(response)) as object), expires_at: undefined }),
  });
}

/**
 * `fetch` for the sign-in service, whose answers no cache holds: compares its clock with the device's, and calls `onUnreachable` if no answer
 * comes, or not soon, or the service is down.
 */
export const createAuthFetch =
  (onUnreachable: () => void): typeof fetch =>
  async (input, init) => {
    const began = Date.now();
    const timer = setTimeout(onUnreachable, SILENT_MS);
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
      compare(response, began);
      if (response.status >= 500) onUnreachable();
      return withoutEnd(response);
    } catch (error) {
      onUnreachable();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
