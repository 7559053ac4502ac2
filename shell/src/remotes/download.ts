/** No byte for this long means the origin hangs. */
export const STALL_MS = 3_000;

/** A download that did not arrive as promised. */
export class DownloadError extends Error {}

interface Downloaded {
  readonly bytes: ArrayBuffer;
  readonly headers: Headers;
}

/**
 * Fetches a file, giving up when no byte arrives for STALL_MS: a slow line is not a hanging one. A script or stylesheet
 * load cannot be aborted, and the browser joins every retry of its URL to the stuck request; fetch() can, and leaves the
 * file in the HTTP cache for the real tag. Throws DownloadError for silence, a bad status or other bytes than `integrity`.
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
    const response = await fetch(url, { ...init, credentials: 'omit', signal: abort.signal });
    if (!response.ok) throw new DownloadError(`${url} answered ${response.status}`);
    const bytes = await readAll(response, alive);
    if (integrity && !(await matches(bytes, integrity))) throw new DownloadError(`${url} was changed`);
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

async function readAll(response: Response, alive: () => void): Promise<ArrayBuffer> {
  const reader = response.body?.getReader();
  if (!reader) return response.arrayBuffer();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks).arrayBuffer();
    alive();
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
}

/** Without SubtleCrypto (a plain-http address that is not this machine) the script tag's own integrity still guards. */
async function matches(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}` === integrity;
}
