import { S3_KEYS, startS3Double } from '@flint/testing/s3-double';

interface Place {
  /** Settings that select this store for photos. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Settings of a real S3-compatible server, if the environment names one. */
const given = () => {
  const { S3_TEST_ENDPOINT, S3_TEST_BUCKET, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } = process.env;
  if (!S3_TEST_ENDPOINT) return null;
  return {
    S3_ENDPOINT: S3_TEST_ENDPOINT,
    S3_BUCKET: S3_TEST_BUCKET ?? 'flint-test',
    S3_ACCESS_KEY_ID: S3_TEST_ACCESS_KEY_ID ?? S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_TEST_SECRET_ACCESS_KEY ?? S3_KEYS.secretAccessKey,
  };
};

const inDouble = async (): Promise<Place> => {
  const double = await startS3Double();
  return {
    env: {
      S3_ENDPOINT: double.endpoint,
      S3_BUCKET: double.bucket,
      S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    },
    close: () => double.close(),
  };
};

const nothing = async () => undefined;
const real = given();

/**
 * Every kind of photo store, for tests of all: a folder, a bucket of the in-memory double, and the server of S3_TEST_ENDPOINT (with
 * S3_TEST_BUCKET, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY).
 */
export const PLACES: readonly (readonly [name: string, open: () => Promise<Place>])[] = [
  ['a folder', async () => ({ env: {}, close: nothing })],
  ['a bucket', inDouble],
  ...(real ? [['a bucket of the server given', async () => ({ env: real, close: nothing })] as const] : []),
];
