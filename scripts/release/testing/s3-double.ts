import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../serve/listen';

interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly type: string;
  readonly at: Date;
}

const PAGE = 3;

/** An S3 endpoint in memory: objects, conditional writes, lists in pages of three. Signatures are not checked. */
export async function startS3Double() {
  const objects = new Map<string, StoredObject>();
  const listPage = (query: URLSearchParams): string => {
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted();
    const page = keys.slice(0, PAGE);
    const items = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified></Contents>`,
    );
    const more = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult>${items.join('')}${more}</ListBucketResult>`;
  };
  const server = await listen(
    async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
      const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
      const now = objects.get(key);
      if (request.method === 'PUT') {
        const bytes = await buffer(request);
        const { 'if-match': match, 'if-none-match': none } = request.headers;
        // looked at again: another write may have come while the body arrived
        const held = objects.get(key);
        if ((match && held?.etag !== match) || (none && held)) return response.writeHead(412).end();
        const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
        objects.set(key, { bytes, etag, type: request.headers['content-type'] ?? '', at: new Date() });
        return response.writeHead(200, { etag }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      if (searchParams.has('list-type')) return response.writeHead(200).end(listPage(searchParams));
      if (!now) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      return response.writeHead(200, { etag: now.etag }).end(now.bytes);
    },
    { port: 0, name: 'the S3 double' },
  );
  return { url: server.url, close: server.close, objects };
}
