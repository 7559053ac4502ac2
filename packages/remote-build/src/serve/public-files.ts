import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile, sendText } from './static-files';

/** A remote's files are public, and the shell's page reads them from another origin. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

interface Place {
  readonly root: string;
  /** The path of a URL. */
  readonly path: string;
}

/** Sends the file at a place to pages of any origin; else 404. Returns whether it sent a file. */
export async function sendPublicFile(
  request: IncomingMessage,
  response: ServerResponse,
  place: Place,
): Promise<boolean> {
  const refuse = (status: number, text: string, more = {}) => {
    sendText(response, status, text, { ...HEADERS, ...more });
    return false;
  };
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { ...HEADERS, 'access-control-allow-methods': 'GET, HEAD' }).end();
    return false;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(405, 'Method Not Allowed', { allow: 'GET, HEAD' });
  // browsers send this header for a service worker's script: only the shell may have one
  if (request.headers['service-worker'] !== undefined) return refuse(403, 'Forbidden');
  if (await sendFile(request, response, { ...place, headers: HEADERS })) return true;
  return refuse(404, 'Not Found');
}
