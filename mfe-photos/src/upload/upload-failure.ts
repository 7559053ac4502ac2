/** Why one photo did not arrive. */
export class UploadFailure extends Error {
  constructor(
    /** In the page's language: it is shown on the photo. */
    message: string,
    /** HTTP status; 0 when the network was lost or the upload cancelled. */
    readonly status: number,
    /** Seconds after which the server allows a retry. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'UploadFailure';
  }
}
