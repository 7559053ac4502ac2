import * as z from 'zod/mini';
import { ERRORS, type ErrorCode } from './errors';
import { exampleOf } from './openapi-example';
import type { EventStream } from './offer-events';
import { acceptsKey, API_BASE, IDEMPOTENCY_KEY, type Route } from './route';

type Json = Record<string, unknown>;
type Io = 'input' | 'output';

/** Refusals of every route; a route lists only additional ones. */
const COMMON: readonly ErrorCode[] = ['internal', 'unavailable', 'rate_limited'];
const WITH_BODY: readonly ErrorCode[] = [
  'invalid_json',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
  'request_timeout',
];

const schemaOf = (schema: z.ZodMiniType, io: Io): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
};

const content = (schema: Json, type = 'application/json', example: unknown = exampleOf(schema)) => ({
  content: { [type]: { schema, example } },
});

/** Every code that a route may return, including the shared ones. */
export function codesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>([...route.errors, ...COMMON]);
  if (route.auth === 'user') codes.add('unauthenticated');
  if (route.proof) codes.add('proof_needed');
  if (route.body) for (const code of WITH_BODY) codes.add(code);
  if (route.params || route.query) codes.add('validation_failed');
  // a malformed key is also 400
  if (acceptsKey(route))
    codes.add('validation_failed').add('idempotency_in_flight').add('idempotency_mismatch');
  return [...codes];
}

const problemExample = (code: ErrorCode): Json => ({
  type: `urn:flint:problem:${code}`,
  title: code,
  status: ERRORS[code][0],
  detail: ERRORS[code][1],
  code,
  requestId: '0f8c2b1a4d5e6f708192a3b4',
});

function refusalsOf(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const [status] = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusals = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, told]) => [
      String(status),
      {
        description: told.map((code) => `${code}: ${ERRORS[code][1]}`).join(' / '),
        ...content(
          { $ref: '#/components/schemas/Problem' },
          'application/problem+json',
          problemExample(told[0]!),
        ),
      },
    ]);
  return Object.fromEntries(refusals);
}

function responsesOf(route: Route): Json {
  const ok = {
    description: 'Success',
    ...(route.response ? content(schemaOf(route.response, 'output')) : {}),
  };
  const same = route.tagged ? { 304: { description: 'As it was: If-None-Match names its ETag' } } : {};
  return { [String(route.status)]: ok, ...same, ...refusalsOf(codesOf(route)) };
}

function parametersOf(route: Route): Json[] {
  const of = (schema: z.ZodMiniType, where: 'path' | 'query'): Json[] => {
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Json;
      required?: string[];
    };
    return Object.entries(properties).map(([name, inner]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: inner,
    }));
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  };
  return [
    ...(route.params ? of(route.params, 'path') : []),
    ...(route.query ? of(route.query, 'query') : []),
    ...(acceptsKey(route) ? [key] : []),
  ];
}

/** The resource of a path: its first segment. */
const tagOf = ({ path }: Route): string => path.split('/')[1] ?? 'api';

function operationOf(route: Route): Json {
  const parameters = parametersOf(route);
  return {
    operationId: route.name,
    summary: route.summary,
    description: route.summary,
    tags: [tagOf(route)],
    security: route.auth === 'user' ? [{ bearer: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: { required: true, ...content(schemaOf(route.body, 'input')) } } : {}),
    responses: responsesOf(route),
  };
}

function operationOfStream({ name, summary, description, event }: EventStream): Json {
  const lastId = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'Id of the newest event that was read: what changed since is told again.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  };
  const example = `id: 1795357338000\nevent: ${event}\ndata: {}\n\n`;
  return {
    operationId: name,
    summary,
    description,
    tags: ['offers'],
    security: [{ bearer: [] }],
    parameters: [lastId],
    responses: {
      200: {
        description: 'Server-sent events, for five minutes at most',
        ...content({ type: 'string' }, 'text/event-stream', example),
      },
      ...refusalsOf([...COMMON, 'unauthenticated']),
    },
  };
}

const PROBLEM = {
  type: 'object',
  description: 'A refusal (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
};

interface Info {
  readonly title: string;
  readonly serverUrl: string;
}

/** The OpenAPI 3.1 document of the given routes and streams; the schemas are those that validate the requests. */
export function openApiDocument(
  routes: readonly Route[],
  { title, serverUrl }: Info,
  streams: readonly EventStream[] = [],
): Json {
  const paths: Record<string, Json> = {};
  for (const stream of streams) paths[stream.path] = { get: operationOfStream(stream) };
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  const tags = [...new Set(routes.map(tagOf))].map((name) => ({
    name,
    description: name,
  }));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: 'The product API. Sign-in is a GoTrue service under /auth/v1.',
      contact: { name: title, url: serverUrl },
    },
    servers: [{ url: serverUrl + API_BASE }],
    tags,
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
