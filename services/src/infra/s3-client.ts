import type { _Object, S3Client } from '@aws-sdk/client-s3';

export interface S3Access {
  readonly region: string;
  /** A store other than AWS; its buckets are paths below it. */
  readonly endpoint?: string | undefined;
  /** Both or neither; without them the SDK uses its default chain (role, profile). */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
}

/** A store that does not respond within this time is away. */
export const S3_TIMES = { silenceMs: 5_000 };

// loading takes a tenth of a second, which an installation with a disk never needs
const loadSdk = () => import('@aws-sdk/client-s3');

export type OpenS3 = () => Promise<{ sdk: Awaited<ReturnType<typeof loadSdk>>; client: S3Client }>;

/** Opens an S3-compatible store on first use, once. */
export function lazyS3({ region, endpoint, accessKeyId, secretAccessKey }: S3Access): OpenS3 {
  let opened: ReturnType<OpenS3> | undefined;
  return () =>
    (opened ??= loadSdk().then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        ...(endpoint && { endpoint, forcePathStyle: true }),
        ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
        // other stores do not all know the newer checksums, and browsers send none
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 2,
        requestHandler: {
          connectionTimeout: 2_000,
          // until the answer begins, then between its parts; without the second line the SDK only warns
          requestTimeout: S3_TIMES.silenceMs,
          throwOnRequestTimeout: true,
          socketTimeout: S3_TIMES.silenceMs,
        },
      }),
    })));
}

/** Every object whose key starts with `prefix` and comes after `after`, page by page. */
export async function* listObjects(
  open: OpenS3,
  bucket: string,
  prefix: string,
  after = '',
): AsyncGenerator<_Object> {
  const { sdk, client } = await open();
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(after && { StartAfter: after }),
        ...(ContinuationToken && { ContinuationToken }),
      }),
    );
    yield* page.Contents ?? [];
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

/** The HTTP status of a refused call. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
