import { lazyS3, listObjects, statusOf, type S3Access } from '@flint/services/s3-client';
import type { ReleaseStore } from '@flint/remote-build/release/store';

interface S3Place extends S3Access {
  readonly bucket: string;
  /** Folder inside the bucket, with a slash at its end; empty for the whole bucket. */
  readonly prefix: string;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  svg: 'image/svg+xml',
};

const hasHash = (key: string) => /\.[0-9a-f]{10}\.[a-z0-9]+(\.map)?$/.test(key);

/** Browsers read releases from the bucket or a CDN before it. */
const headersOf = (key: string) => ({
  ContentType: TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  CacheControl: hasHash(key) ? 'public, max-age=31536000, immutable' : 'no-cache',
});

/** Releases in a bucket of any S3-compatible store that knows conditional writes (If-Match, If-None-Match). */
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
        // 409: another conditional write of the same key is under way
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
