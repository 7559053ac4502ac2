import type { RequestListener } from 'node:http';

/** Answers while the database is not reachable at start: alive, not ready, retry later. */
export function startingUntil(ready: () => RequestListener | undefined): RequestListener {
  return (request, response) => {
    const listener = ready();
    if (listener) return listener(request, response);
    const isLive = request.url?.split('?', 1)[0] === '/health/live';
    response.writeHead(isLive ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(!isLive && { 'retry-after': '1' }),
    });
    response.end(JSON.stringify({ status: isLive ? 'ok' : 'starting' }));
  };
}
