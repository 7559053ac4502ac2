import type { Env } from '../env';
import { diskFileStore, type FileStore } from './file-store';
import { s3FileStore } from './s3-file-store';

const stores = new WeakMap<Env, FileStore>();

interface Place {
  readonly env: Env;
  readonly dataDir: string;
}

/** The picture store of this installation: the S3 bucket if configured, else DATA_DIR/photos. */
export function photoStore({ env, dataDir }: Place): FileStore {
  const { S3_ENDPOINT, S3_BUCKET } = env;
  if (!S3_ENDPOINT || !S3_BUCKET) return diskFileStore(`${dataDir}/photos`);
  const store =
    stores.get(env) ??
    s3FileStore({
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: env.S3_REGION,
      prefix: env.S3_PREFIX,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    });
  stores.set(env, store);
  return store;
}
