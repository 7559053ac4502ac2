import { STALL_MS } from './download';

/** Key of the document for which this tab was reloaded last. */
const KEY = 'flint:frame';

/** The address of the frame's document, as the build wrote it into the page (scripts/build/inline-boot.ts). */
export const frameAddress = (): string =>
  (JSON.parse(document.getElementById('flint-build')?.textContent ?? '{}') as { frame?: string }).frame ?? '';

/**
 * Whether the server has another shell by now, without the document that this page names. True once in a tab for each: until all instances of
 * the server are replaced, a reload may bring the older page.
 */
export async function hasNewShell(): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(STALL_MS) });
  const [named = ''] = /\/sandbox\.\w+\.html/.exec(await response.text()) ?? [];
  if (['', frameAddress(), sessionStorage.getItem(KEY)].includes(named)) return false;
  sessionStorage.setItem(KEY, named);
  return true;
}
