import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import type { Middleware } from 'koa';
import type { Connection } from 'mongoose';
import { isNoise, routeOf } from '../http/observe';
import { collectProcessMetrics } from '../infra/metrics';
import { registryProducer } from './registry-producer';

// Not @opentelemetry/instrumentation-*: those patch modules while they load, which compiled modules prevent, and put addresses and statements
// into attributes.

const FLUSH_MS = 5_000;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The trace id of a request id: a UUID without dashes, or a hash of any other text. */
export const traceIdOf = (requestId: string): string =>
  UUID.test(requestId)
    ? requestId.replaceAll('-', '')
    : createHash('sha256').update(requestId).digest('hex').slice(0, 32);

interface CommandEvent {
  readonly requestId: number;
  readonly commandName: string;
}

/** The collection of a command, which is no personal data; null without one. */
function collectionOf(name: string, command: Readonly<Record<string, unknown>>): string | null {
  const named = name === 'getMore' ? command['collection'] : command[name];
  return typeof named === 'string' ? named : null;
}

/** Spans of requests and their database commands. Attributes are methods, declared routes, statuses and names of collections; never a value. */
function createTracing(tracer: Tracer, setTraceId: (id: string) => void) {
  const current = new AsyncLocalStorage<Span>();
  /** Opens a span for each request; its trace id is derived from the request id, so it must follow that middleware. */
  const middleware: Middleware = async (ctx, next) => {
    if (isNoise(ctx.path)) return next();
    setTraceId(traceIdOf((ctx.state as { requestId: string }).requestId));
    const attributes = { 'http.request.method': ctx.method };
    const span = tracer.startSpan(ctx.method, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    try {
      await current.run(span, next);
    } finally {
      const route = routeOf(ctx);
      span.updateName(`${ctx.method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': ctx.status });
      if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
  };
  /** Opens a span for each database command of a request, on a connection with `monitorCommands`. */
  const watch = (connection: Connection) => {
    const open = new Map<number, Span>();
    const end = ({ requestId }: CommandEvent, code?: SpanStatusCode) => {
      const span = open.get(requestId);
      open.delete(requestId);
      if (code !== undefined) span?.setStatus({ code });
      span?.end();
    };
    const client = connection.getClient();
    client.on('commandStarted', ({ requestId, commandName, command }) => {
      const parent = current.getStore();
      if (!parent) return;
      const collection = collectionOf(commandName, command);
      const attributes = {
        'db.system.name': 'mongodb',
        'db.operation.name': commandName,
        ...(collection !== null && { 'db.collection.name': collection }),
      };
      const name = collection === null ? commandName : `${commandName} ${collection}`;
      const within = trace.setSpan(ROOT_CONTEXT, parent);
      open.set(requestId, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, within));
    });
    client.on('commandSucceeded', (event) => end(event));
    client.on('commandFailed', (event) => end(event, SpanStatusCode.ERROR));
  };
  return { middleware, watch };
}

interface Options {
  readonly traces: boolean;
  readonly metrics: boolean;
  /** Interval between exports of metrics. */
  readonly everyMs: number;
}

/** Exports traces and metrics to the collector of the standard settings. */
export function createTelemetry({ traces, metrics, everyMs }: Options) {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'flint' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const random = new RandomIdGenerator();
  let next: string | undefined;
  const idGenerator = {
    generateSpanId: () => random.generateSpanId(),
    // called once, within startSpan of a request
    generateTraceId: () => next ?? random.generateTraceId(),
  };
  const tracers = new BasicTracerProvider({
    resource,
    idGenerator,
    spanProcessors: traces ? [new BatchSpanProcessor(new OTLPTraceExporter())] : [],
  });
  if (metrics) collectProcessMetrics();
  const meters = new MeterProvider({
    resource,
    readers: metrics
      ? [
          new PeriodicExportingMetricReader({
            exporter: new OTLPMetricExporter(),
            exportIntervalMillis: everyMs,
            exportTimeoutMillis: Math.min(everyMs, 10_000),
            metricProducers: [registryProducer],
          }),
        ]
      : [],
  });
  return {
    ...createTracing(tracers.getTracer('flint'), (id) => (next = id)),
    /** Sends what is left, within five seconds. */
    async close() {
      const ended = Promise.allSettled([tracers.shutdown(), meters.shutdown({ timeoutMillis: FLUSH_MS })]);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
    },
  };
}

export type Telemetry = ReturnType<typeof createTelemetry>;
