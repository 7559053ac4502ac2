import type { Middleware } from 'koa';
import type { Connection } from 'mongoose';

/** Exports traces and metrics to a collector. */
export interface Telemetry {
  /** Opens a span for each request; its trace id is derived from the request id, so it must follow that middleware. */
  readonly middleware: Middleware;
  /** Opens a span for each database command of a request, on a connection with `monitorCommands`. */
  watch(connection: Connection): void;
  /** Sends what is left, within five seconds. */
  close(): Promise<void>;
}
