import { sessionStorageOrPage } from './session-storage';

/** Without the prefix of what a sign-out deletes. */
const KEY = 'ended-sessions';

export const readTokens = (): readonly string[] => {
  try {
    return JSON.parse(sessionStorageOrPage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return []; // malformed: the sessions end by themselves
  }
};

export function storeTokens(tokens: readonly string[]): void {
  if (tokens.length > 0) sessionStorageOrPage.setItem(KEY, JSON.stringify(tokens));
  else sessionStorageOrPage.removeItem(KEY);
}

/** Notes that the session of this access token was ended on this device while the server could not be reached. */
export const endLater = (token: string): void => storeTokens([...readTokens(), token]);

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Calls `end` if sessions are noted, and again after growing pauses until none is. An `end` that fails counts as a try: its code may not have
 * arrived, and an import that began offline fails after the connection is back.
 */
export function createEnding(end: () => Promise<void>): () => void {
  let again: ReturnType<typeof setTimeout> | undefined;
  async function run(pauseMs: number): Promise<void> {
    clearTimeout(again);
    if (readTokens().length === 0) return;
    await end().catch(() => undefined);
    clearTimeout(again);
    again = setTimeout(() => void run(Math.min(pauseMs * 2, LONGEST_PAUSE_MS)), pauseMs);
  }
  return () => void run(FIRST_PAUSE_MS);
}
