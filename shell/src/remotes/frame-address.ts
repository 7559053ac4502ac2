/** The address of the frame's document, as the build wrote it into the page (scripts/build/inline-boot.ts). */
export const frameAddress = (): string =>
  (JSON.parse(document.getElementById('flint-build')?.textContent ?? '{}') as { frame?: string }).frame ?? '';

/** Whether the server has another shell by now, without the document that this page names. */
export async function hasNewShell(): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-store' });
  const [named] = /\/sandbox\.\w+\.html/.exec(await response.text()) ?? [];
  return named !== undefined && named !== frameAddress();
}
