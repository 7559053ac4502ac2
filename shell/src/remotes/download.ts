/** A download fails after this time without a byte, in milliseconds. */
export const STALL_MS = 3_000;

/** A file could not be downloaded or verified. */
export class DownloadError extends Error {}

/** The file has other bytes than expected. */
export class ChangedError extends DownloadError {}

export interface Downloaded {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/**
 * Downloads a file. It fails after STALL_MS without a byte, so that a slow connection still works. With fetch(), because a script or
 * stylesheet load cannot be aborted, and the browser joins a retry of its URL to the stuck request; the real tag then finds the file in the
 * HTTP cache. Throws DownloadError for silence, a bad status or bytes that do not match `integrity`.
 */
export async function download(url: string, integrity?: string, init: RequestInit = {}): Promise<Downloaded> {
  const abort = new AbortController();
  let timer = 0;
  const alive = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => abort.abort(new DownloadError(`${url} hangs`)), STALL_MS);
  };
  try {
    alive();
    const response = await fetch(url, { credentials: 'omit', ...init, signal: abort.signal });
    if (!response.ok) throw new DownloadError(`${url} answered ${response.status}`);
    const bytes = await readAll(response, alive);
    if (integrity && !(await matches(bytes, integrity))) throw new ChangedError(`${url} was changed`);
    return { bytes, headers: response.headers };
  } catch (error) {
    abort.abort();
    throw error instanceof DownloadError
      ? error
      : new DownloadError(`${url} did not arrive`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(response: Response, alive: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    alive();
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Without SubtleCrypto (plain http on another machine) the integrity attribute of the tag still verifies the file. */
async function matches(bytes: Uint8Array<ArrayBuffer>, integrity: string): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}` === integrity;
}
