import type { Env } from '../env';
import { diskFileStore, type FileStore } from './file-store';
import { s3FileStore } from './s3-file-store';

const stores = new WeakMap<Env, Map<string, FileStore>>();

interface Place {
  readonly env: Env;
  readonly dataDir: string;
}

/** A folder of files of this installation: in the S3 bucket if configured, else in DATA_DIR. */
export function fileStoreOf({ env, dataDir }: Place, folder: 'photos' | 'journal'): FileStore {
  const { S3_ENDPOINT, S3_BUCKET } = env;
  if (!S3_ENDPOINT || !S3_BUCKET) return diskFileStore(`${dataDir}/${folder}`);
  const opened = stores.get(env) ?? new Map<string, FileStore>();
  stores.set(env, opened);
  const store =
    opened.get(folder) ??
    s3FileStore({
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: env.S3_REGION,
      prefix: env.S3_PREFIX,
      folder,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    });
  opened.set(folder, store);
  return store;
}

/** The picture store of this installation. */
export const photoStore = (place: Place): FileStore => fileStoreOf(place, 'photos');
