import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error';

interface Bounds {
  readonly maxBytes: number;
  readonly patienceMs: number;
}

/**
 * The whole body of a request. Rejects with 413 beyond `maxBytes`, 408 when it does not arrive in time; the connection is left
 * to the server, so that the refusal still reaches the client.
 */
export function readBytes(request: IncomingMessage, { maxBytes, patienceMs }: Bounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error: unknown) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', settle).off('close', onClose).pause();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) settle(new ApiError('payload_too_large'));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(null);
    const onClose = () => settle(new ApiError('request_timeout'));
    const timer = setTimeout(() => settle(new ApiError('request_timeout')), patienceMs);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes)
      return settle(new ApiError('payload_too_large'));
    request.on('data', onData).on('end', onEnd).on('error', settle).on('close', onClose);
  });
}
