import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening, type Listening } from './listening';

export interface TelemetrySink extends Listening, AsyncDisposable {
  /** Forgets what arrived. */
  restart(): void;
  /** The paths that something arrived at: traces and metrics. */
  paths(): readonly string[];
  /** What arrived at a path. */
  bodies(path: string): any[];
  /** Those of the texts that are somewhere in what arrived. */
  found(texts: readonly string[]): string[];
}

/** A collector of OpenTelemetry (OTLP over HTTP, JSON) that keeps what it is sent. */
export async function startTelemetrySink(): Promise<TelemetrySink> {
  let arrived: { readonly path: string; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    arrived.push({ path: request.url ?? '', body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const place = await listening(server);
  return {
    ...place,
    [Symbol.asyncDispose]: place.close,
    restart: () => void (arrived = []),
    paths: () => [...new Set(arrived.map(({ path }) => path))].toSorted(),
    bodies: (wanted) => arrived.filter(({ path }) => path === wanted).map(({ body }) => JSON.parse(body)),
    found: (texts) => texts.filter((each) => arrived.some(({ body }) => body.includes(each))),
  };
}
