import { FileTooLarge, safeKey, type FileStore } from './file-store';
import { lazyS3, listObjects, statusOf, type S3Access } from './s3-client';

export interface S3Settings extends S3Access {
  /** Address of the store; its buckets are paths below it. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Folder inside the bucket, ending with a slash; empty for the whole bucket. */
  readonly prefix: string;
  /** Folder of the finished files. */
  readonly folder: string;
}

const TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg' };
/** Headers that an upload address is signed for, besides the host. The size is not known yet (decision 008). */
const BOUND = new Set(['content-type']);

/** Whether a file is absent; a bucket that is absent, too, is a fault. */
const isAbsent = (error: unknown) => statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';

/**
 * Files in a private bucket of an S3-compatible store. Browsers upload below `incoming/` through addresses of the AWS SDK's presigner; the
 * server writes below another folder, which no address ever opens.
 */
export function s3FileStore({ endpoint, bucket: Bucket, prefix, folder, ...access }: S3Settings): FileStore {
  const open = lazyS3({ endpoint, ...access });
  const finished = `${prefix}${folder}/`;
  const incoming = `${prefix}incoming/`;
  const incomingUrl = `${endpoint.replace(/\/$/, '')}/${Bucket}/${incoming}`;

  const listed = (under: string) => listObjects(open, Bucket, under);
  const remove = async (Key: string) => {
    const { sdk, client } = await open();
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
  };
  const read = async (Key: string, most = Number.POSITIVE_INFINITY): Promise<Buffer | null> => {
    const { sdk, client } = await open();
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of (Body ?? []) as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        // leaving the loop ends the download
        if (size > most) throw new FileTooLarge();
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } catch (error) {
      if (isAbsent(error)) return null;
      // the SDK does not mark an answer that broke off
      if (error instanceof FileTooLarge || '$metadata' in (error as object)) throw error;
      throw Object.assign(error as Error, { $metadata: {} });
    }
  };

  return {
    async write(key, bytes) {
      const { sdk, client } = await open();
      const ContentType = TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
      await client.send(
        new sdk.PutObjectCommand({ Bucket, Key: finished + safeKey(key), Body: bytes, ContentType }),
      );
    },
    read: async (key) => read(finished + safeKey(key)),
    async removeAll(under) {
      for await (const { Key } of listed(`${finished}${safeKey(under)}/`)) if (Key) await remove(Key);
    },
    async *list(from = '') {
      for await (const { Key } of listObjects(open, Bucket, finished, from && finished + from))
        if (Key) yield Key.slice(finished.length);
    },
    inbox: {
      async addressOf(key, { type, seconds }) {
        const { sdk, client } = await open();
        const put = new sdk.PutObjectCommand({
          Bucket,
          Key: incoming + safeKey(key),
          ContentType: type,
        });
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
        return getSignedUrl(client, put, { expiresIn: seconds, signableHeaders: BOUND });
      },
      urlOf: (key) => incomingUrl + safeKey(key),
      keyOf: (url) => (url.startsWith(incomingUrl) ? url.slice(incomingUrl.length) : null),
      read: async (key, most) => read(incoming + safeKey(key), most),
      remove: async (key) => remove(incoming + safeKey(key)),
      async removeOlderThan(instant) {
        for await (const { Key, LastModified } of listed(incoming))
          if (Key && LastModified && LastModified < instant) await remove(Key);
      },
    },
  };
}
