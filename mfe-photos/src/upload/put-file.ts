import { LIMITS } from '@flint/contracts';
import { t } from '@flint/texts';
import { UploadFailure } from './upload-failure';

interface PutOptions {
  /** Bytes sent so far, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

const lost = () => new UploadFailure(t('The connection was lost.'), 0);
const cancelled = () => new UploadFailure(t('Canceled.'), 0);

const detailOf = (text: string): string => {
  try {
    return (JSON.parse(text) as { detail?: string }).detail ?? '';
  } catch {
    // not our answer format: use the status
    return '';
  }
};

function refusalOf(request: XMLHttpRequest): UploadFailure {
  const seconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN);
  return new UploadFailure(
    t(detailOf(request.responseText)) ||
      t('Failed to upload photo: {reason}', { reason: request.statusText || request.status }),
    request.status,
    Number.isFinite(seconds) ? seconds : null,
  );
}

/**
 * PUTs a file to its upload address with its content type; XMLHttpRequest, because fetch reports no progress of a request. A line on which
 * nothing moves is lost, of which the browser would never tell.
 */
export function putFile(url: string, file: Blob, { onProgress, signal }: PutOptions): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    if (signal.aborted) return reject(cancelled());
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', file.type);
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(lost());
        request.abort();
      }, LIMITS.answerPatienceMs);
    };
    // also at the end of the body
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(refusalOf(request)),
    );
    request.addEventListener('error', () => reject(lost()));
    request.addEventListener('abort', () => reject(cancelled()));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    watch();
    request.send(file);
  }).finally(() => clearTimeout(timer));
}
