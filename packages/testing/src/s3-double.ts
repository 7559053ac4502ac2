import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './listening';

export const S3_KEYS = { accessKeyId: 'flint-test-key', secretAccessKey: 'flint-test-secret' } as const;
const PAGE = 2;

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

interface Claim {
  readonly credential: string;
  readonly signed: string;
  readonly signature: string;
  readonly date: string;
  readonly payload: string;
}

function claimOf(request: IncomingMessage, query: URLSearchParams): Claim {
  const one = (name: string) => query.get(name) ?? '';
  if (query.has('X-Amz-Signature'))
    return {
      credential: one('X-Amz-Credential'),
      signed: one('X-Amz-SignedHeaders'),
      signature: one('X-Amz-Signature'),
      date: one('X-Amz-Date'),
      payload: 'UNSIGNED-PAYLOAD',
    };
  const [, credential = '', signed = '', signature = ''] =
    /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const header = (name: string) => String(request.headers[name] ?? '');
  return {
    credential,
    signed,
    signature,
    date: header('x-amz-date'),
    payload: header('x-amz-content-sha256'),
  };
}

/** Whether a request has a valid AWS Signature Version 4, in headers or query; computed independently of the SDK. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { credential, signed, signature, date, payload } = claimOf(request, url.searchParams);
  const [id, day = '', region = ''] = credential.split('/');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), signed, payload].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, hash(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${S3_KEYS.secretAccessKey}`, day), region));
  const seconds = Number(url.searchParams.get('X-Amz-Expires') ?? 900);
  const at = Date.parse(date.replace(/(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)/, '$1-$2-$3:$4:$5'));
  return (
    id === S3_KEYS.accessKeyId &&
    hmac(key, text).toString('hex') === signature &&
    Date.now() < at + seconds * 1000 &&
    (payload === 'UNSIGNED-PAYLOAD' || payload === hash(body))
  );
}

interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly type: string;
  readonly at: Date;
}

function listPage(objects: ReadonlyMap<string, Stored>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const rest = keys.filter((key) => key > (query.get('continuation-token') ?? ''));
  const page = rest.slice(0, PAGE);
  const found = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)!.at.toISOString()}</LastModified></Contents>`,
  );
  const more = rest.length > PAGE;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${found.join('')}${next}</ListBucketResult>`;
}

export interface S3Double {
  readonly endpoint: string;
  readonly bucket: string;
  /** The content of the bucket, by key. */
  readonly objects: Map<string, Stored>;
  /** Number of requests refused for their signature. */
  readonly refused: () => number;
  close(): Promise<void>;
}

/**
 * The part of S3 that Flint uses, in memory: PUT (also on condition), GET, DELETE and ListObjectsV2 (two keys per page) of one bucket. Verifies
 * every SigV4 signature, and allows pages of an origin to upload (CORS), by default all.
 */
export async function startS3Double(origin = '*'): Promise<S3Double> {
  const bucket = 'flint-test';
  const objects = new Map<string, Stored>();
  let refused = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://double');
    const key = decodeURIComponent(url.pathname).replace(`/${bucket}`, '').replace(/^\//, '');
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-allow-methods', 'PUT');
    const answer = (status: number, answered: Buffer | string = '', type = 'application/xml') =>
      void response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(answered) })
        .end(answered);
    const fault = (status: number, code: string) =>
      answer(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (request.method === 'OPTIONS') return answer(204);
    if (!isSigned(request, url, body)) {
      refused += 1;
      return fault(403, 'SignatureDoesNotMatch');
    }
    if (!url.pathname.startsWith(`/${bucket}`)) return fault(404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      const { 'if-match': match, 'if-none-match': none, 'content-type': type = '' } = request.headers;
      const held = objects.get(key);
      if ((match && held?.etag !== match) || (none && held)) return fault(412, 'PreconditionFailed');
      const etag = `"${hash(body)}"`;
      objects.set(key, { bytes: body, etag, type, at: new Date() });
      response.setHeader('etag', etag);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    if (key === '') return answer(200, listPage(objects, url.searchParams));
    const found = objects.get(key);
    if (!found) return fault(404, 'NoSuchKey');
    response.setHeader('etag', found.etag);
    return answer(200, found.bytes, found.type);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const { url, close } = await listening(server);
  return {
    endpoint: url,
    bucket,
    objects,
    refused: () => refused,
    close,
  };
}
