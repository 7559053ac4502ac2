import type { _Object, S3Client } from '@aws-sdk/client-s3';

export interface S3Access {
  readonly region: string;
  /** Another store than AWS's; its buckets are paths below it. */
  readonly endpoint?: string | undefined;
  /** Both or neither; without them the SDK asks its usual places (role, profile). */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
}

// a tenth of a second of code that an installation with a disk never needs
const loadSdk = () => import('@aws-sdk/client-s3');

export type OpenS3 = () => Promise<{ sdk: Awaited<ReturnType<typeof loadSdk>>; client: S3Client }>;

/** Opens any S3-compatible store at its first use, once. */
export function lazyS3({ region, endpoint, accessKeyId, secretAccessKey }: S3Access): OpenS3 {
  let opened: ReturnType<OpenS3> | undefined;
  return () =>
    (opened ??= loadSdk().then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        ...(endpoint && { endpoint, forcePathStyle: true }),
        ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
        // stores other than AWS's do not all know the newer checksums, and browsers send none
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000 },
      }),
    })));
}

/** Every object whose key begins with `prefix`, page by page. */
export async function* listObjects(open: OpenS3, bucket: string, prefix: string): AsyncGenerator<_Object> {
  const { sdk, client } = await open();
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(ContinuationToken && { ContinuationToken }),
      }),
    );
    yield* page.Contents ?? [];
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

/** The HTTP status a refused call was answered with. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
