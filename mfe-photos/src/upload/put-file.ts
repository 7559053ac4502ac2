export class UploadFailure extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 when the network was lost or the upload cancelled. */
    readonly status: number,
  ) {
    super(message);
    this.name = 'UploadFailure';
  }
}

interface PutOptions {
  /** Bytes sent so far, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

const detailOf = (text: string): string => {
  try {
    return (JSON.parse(text) as { detail?: string }).detail ?? '';
  } catch {
    // an answer that is not ours: the status has to do
    return '';
  }
};

/** PUTs a file to its upload address with its content type; XMLHttpRequest, because fetch reports no progress of a request. */
export function putFile(url: string, file: Blob, { onProgress, signal }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', file.type);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      reject(
        new UploadFailure(
          detailOf(request.responseText) || `Failed to upload photo: ${request.statusText}`,
          request.status,
        ),
      );
    });
    request.addEventListener('error', () => reject(new UploadFailure('The connection was lost.', 0)));
    request.addEventListener('abort', () => reject(new UploadFailure('Cancelled', 0)));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
