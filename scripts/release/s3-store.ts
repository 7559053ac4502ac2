import { lazyS3, listObjects, statusOf, type S3Access } from '@flint/services/s3-client';
import { cacheControlOf, typeOf } from '@flint/remote-build/serve/static-files';
import type { ReleaseStore } from '@flint/remote-build/release/store';

interface S3Place extends S3Access {
  readonly bucket: string;
  /** The folder inside the bucket, with a final slash; empty for the whole bucket. */
  readonly prefix: string;
}

const headersOf = (key: string) => ({ ContentType: typeOf(key), CacheControl: cacheControlOf(key) });

/** A release store in a bucket of any S3-compatible store with conditional writes (If-Match, If-None-Match). */
export function s3Store(place: S3Place): ReleaseStore {
  const { bucket: Bucket, prefix } = place;
  const open = lazyS3(place);

  async function put(key: string, Body: Uint8Array, condition: { IfMatch?: string; IfNoneMatch?: string }) {
    const { sdk, client } = await open();
    const Key = prefix + key;
    await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ...headersOf(key), ...condition }));
  }

  async function list(under: string) {
    const listed: { key: string; at: Date }[] = [];
    for await (const { Key = '', LastModified = new Date(0) } of listObjects(open, Bucket, prefix + under)) {
      listed.push({ key: Key.slice(prefix.length), at: LastModified });
    }
    return listed;
  }

  return {
    place: `s3://${Bucket}/${prefix}`,
    async read(key) {
      const { sdk, client } = await open();
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key }));
        const bytes = (await found.Body?.transformToByteArray()) ?? new Uint8Array();
        return { bytes, etag: found.ETag ?? '' };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    write: (key, bytes) => put(key, bytes, {}),
    async writeIf(key, bytes, etag) {
      try {
        await put(key, bytes, etag === null ? { IfNoneMatch: '*' } : { IfMatch: etag });
        return true;
      } catch (error) {
        // 409: another conditional write of the same key is in progress
        if ([404, 409, 412].includes(statusOf(error) ?? 0)) return false;
        throw error;
      }
    },
    list,
    async remove(under) {
      const { sdk, client } = await open();
      for (const { key } of await list(under)) {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }));
      }
    },
  };
}
