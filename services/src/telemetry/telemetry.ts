import type { Middleware } from 'koa';
import type { Connection } from 'mongoose';

/** What sends traces and figures to a collector. */
export interface Telemetry {
  /** Opens a span for each request; its trace id follows from the request id. Behind whatever gives a request its id. */
  readonly middleware: Middleware;
  /** Opens a span for each database command of a request, on a connection with `monitorCommands`. */
  watch(connection: Connection): void;
  /** Sends what is left, within five seconds. */
  close(): Promise<void>;
}
