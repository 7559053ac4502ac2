import { putFile } from './put-file';
import { UploadFailure } from './upload-failure';

const TRIES = 4;
/**
 * Whether a retry with a new address may help: the server is busy, or the browser itself repeated the request after the connection broke,
 * which used up the address.
 */
const PASSING = [403, 409, 503];

interface UploadPhotoOptions {
  /** Requests an address; rejects with UploadFailure. */
  readonly ask: () => Promise<{ readonly uploadUrl: string; readonly url: string }>;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/**
 * Uploads one photo to a new upload address; returns its stable address. A temporary failure is retried three times, when the server allows
 * it or after a moment; any other rejects with UploadFailure at once.
 */
export async function uploadPhoto(file: File, { ask, ...options }: UploadPhotoOptions): Promise<string> {
  for (let tries = 1; ; tries++) {
    const { uploadUrl, url } = await ask();
    try {
      await putFile(uploadUrl, file, options);
      return url;
    } catch (error) {
      const isPassing = error instanceof UploadFailure && PASSING.includes(error.status);
      if (!isPassing || tries === TRIES || options.signal.aborted) throw error;
      await wait(error.retryAfterSeconds ?? tries / 2, options.signal);
    }
  }
}
