import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { sendPublicFile } from '../serve/public-files';
import { pathOf } from '../serve/static-files';

/** Serves the folder of releases as an origin for shells, like a bucket or a web server. */
export function serveReleases(dir: string, port: number): Promise<Server> {
  const root = path.resolve(dir);
  const server = createServer((request, response) => {
    void sendPublicFile(request, response, { root, path: pathOf(request) });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
