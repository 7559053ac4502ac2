import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.jws': 'text/plain; charset=utf-8',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Pages of the shell, another origin, read these files. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
};

/** The size of a file; undefined also for a name that no file can have. */
function sizeOf(file: string): number | undefined {
  try {
    const found = statSync(file);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}

/** Serves the folder of releases as an origin for shells, like a bucket or a web server. */
export function serveReleases(dir: string, port: number): Promise<Server> {
  const root = path.resolve(dir);
  const server = createServer(({ url = '/', method, headers }, response) => {
    const wanted = decodePath(url);
    const file = path.join(root, wanted ?? '');
    const size = wanted && file.startsWith(root + path.sep) ? sizeOf(file) : undefined;
    // a release file must not become a service worker: only the shell may have one
    if (headers['service-worker'] !== undefined) return void response.writeHead(403, HEADERS).end();
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, HEADERS).end();
    if (size === undefined) return void response.writeHead(404, HEADERS).end();
    const isFixed = /\/files\/[^/]+$/.test(file.split(path.sep).join('/'));
    response.writeHead(200, {
      ...HEADERS,
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'content-length': size,
      'cache-control': isFixed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (method === 'HEAD') return void response.end();
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function decodePath(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return null;
  }
}
