import { request } from 'node:http';
import type { TestServer, TestStudent } from '@flint/testing';
import sharp from 'sharp';

export const jpeg = (width = 600, height = 800): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer();

/** Requests an upload address. */
export const ask = async (student: TestStudent, extra: object = {}) =>
  (await student.call('POST /photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg', ...extra }))
    .body as { uploadUrl: string; url: string; expiresAt: string };

/** PUTs bytes to an upload address (Flint's or a bucket's) on a connection of its own. */
export function put(server: TestServer, uploadUrl: string, bytes: Buffer, type = 'image/jpeg') {
  return new Promise<{ status: number; body: any; retryAfter: string | undefined }>((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': bytes.length };
    const sending = request(new URL(uploadUrl, server.url), { method: 'PUT', headers, agent: false });
    sending.on('error', reject).on('response', (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: text.startsWith('{') ? JSON.parse(text) : null,
            retryAfter: response.headers['retry-after'],
          }),
        );
    });
    sending.end(bytes);
  });
}

/** Uploads a picture. Returns the address to save it under. */
export async function upload(server: TestServer, student: TestStudent, bytes?: Buffer): Promise<string> {
  const { uploadUrl, url } = await ask(student);
  const { status } = await put(server, uploadUrl, bytes ?? (await jpeg()));
  if (status >= 300) throw new Error(`the upload was refused with ${status}`);
  return url;
}

/** Uploads and saves a picture. Returns the first refusal of the two calls, or the saved album. */
export async function send(server: TestServer, student: TestStudent, bytes: Buffer, type = 'image/jpeg') {
  const { uploadUrl, url } = await ask(student, { fileType: type });
  const sent = await put(server, uploadUrl, bytes, type);
  return sent.status >= 300 ? sent : student.call('POST /photos', { photos: [{ url }] });
}

/** Fetches a picture as a browser does, with or without WebP in Accept. */
export async function show(server: TestServer, address: string, accept = 'image/webp,*/*') {
  const response = await fetch(server.url + address, { headers: { accept } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
