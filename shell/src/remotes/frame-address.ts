import { STALL_MS } from './download';

/** Key of when this tab was reloaded for a new shell. */
const KEY = 'flint:frame';
const RELOAD_MS = 60_000;

/** The address of the frame's document, as the build wrote it into the page (scripts/build/inline-boot.ts). */
export const frameAddress = (): string =>
  (JSON.parse(document.getElementById('flint-build')?.textContent ?? '{}') as { frame?: string }).frame ?? '';

/**
 * Whether the server has another shell by now, without the document that this page names. True at most once a minute in a tab: until all
 * instances of the server are replaced, a reload may bring the older page.
 */
export async function hasNewShell(): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(STALL_MS) });
  const [named = ''] = /\/sandbox\.\w+\.html/.exec(await response.text()) ?? [];
  const isTooSoon = Date.now() - Number(sessionStorage.getItem(KEY)) < RELOAD_MS;
  if (isTooSoon || ['', frameAddress()].includes(named)) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  return true;
}
