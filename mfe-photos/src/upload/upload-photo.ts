import { putFile } from './put-file';
import { UploadFailure } from './upload-failure';

const TRIES = 4;
/**
 * What a new try with a new address may mend: a busy server, and an address that is used up because the browser sent the request again
 * by itself after the connection broke.
 */
const PASSING = [403, 409, 503];

interface UploadPhotoOptions {
  /** Asks for an address; rejects with UploadFailure. */
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
 * Uploads one photo to an address made for it; answers its stable address. What passes is tried again three times, when the server
 * said or after a moment; everything else rejects with UploadFailure at once.
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
