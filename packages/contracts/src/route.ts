import type * as z from 'zod/mini';
import type { ErrorCode } from './errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodMiniType;

/** One operation of the API. The server's binding, the client's hooks and OpenAPI derive from it. */
export interface Route<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | null = Schema | null,
> {
  /** operationId; client hooks and error sentences follow from it. */
  readonly name: string;
  readonly method: Method;
  /** Below the API's base path, parameters as `{id}`. */
  readonly path: string;
  readonly summary: string;
  /** 'user' requires a bearer access token of a signed-in student. */
  readonly auth: 'user' | 'none';
  /** 'recent' requires a code from the student's mailbox within the last minutes (LIMITS.proofMinutes). */
  readonly proof?: 'recent';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Success status. */
  readonly status: 200 | 201 | 202 | 204;
  /** The allow-list of the response's fields; null for 204. */
  readonly response: Response;
  /** Codes in addition to those of every route. */
  readonly errors: readonly ErrorCode[];
  /** The client always sends an Idempotency-Key; the server accepts one on POST (acceptsKey). */
  readonly idempotent?: boolean;
  /** A repeat changes nothing and gets a new response, with or without a key: a stored one would outlive what another student takes back. */
  readonly isRepeatable?: boolean;
  /** Whether the response has an ETag: a client with the current response gets 304. */
  readonly tagged?: boolean;
}

type Out<S> = S extends Schema ? z.output<S> : undefined;

export type ParamsOf<R extends Route> = Out<R['params']>;
export type QueryOf<R extends Route> = Out<R['query']>;
export type BodyOf<R extends Route> = Out<R['body']>;
export type ResponseOf<R extends Route> = R['response'] extends Schema ? z.output<R['response']> : null;

/** The declaration of a route, without what has a default. */
export type Declared = Omit<Route, 'method' | 'path' | 'auth' | 'status' | 'errors'> & {
  /** `PUT /offers/{id}/meeting` */
  readonly call: `${Method} /${string}`;
  /** Default: a signed-in student. */
  readonly auth?: Route['auth'];
  /** Default: 200, or 204 without a response. */
  readonly status?: 201 | 202;
  readonly errors?: Route['errors'];
};

export type Defined<D extends Declared> = Omit<D, 'call' | 'auth' | 'status' | 'errors'> &
  Pick<Route, 'status' | 'errors'> & {
    readonly method: D['call'] extends `${infer Name extends Method} ${string}` ? Name : never;
    readonly path: D['call'] extends `${Method} ${infer Path}` ? Path : never;
    readonly auth: D extends { readonly auth: infer Auth } ? Auth : 'user';
  };

/** Declares a route and preserves its literal and schema types. */
export function defineRoute<const D extends Declared>({ call, ...declared }: D): Defined<D> {
  const [method, path] = call.split(' ');
  const status = declared.response === null ? 204 : 200;
  // TypeScript cannot infer the types of the split text
  return { auth: 'user', errors: [], status, ...declared, method, path } as unknown as Defined<D>;
}

/** The path with its parameters filled in and encoded. */
export function pathOf(route: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** The format of an Idempotency-Key. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,128}$/;

/** Whether the route accepts the Idempotency-Key header: a repeat within a day gets the first response. */
export const acceptsKey = ({
  method,
  auth,
  isRepeatable = false,
}: Pick<Route, 'method' | 'auth' | 'isRepeatable'>): boolean =>
  method === 'POST' && auth === 'user' && !isRepeatable;

/** Base path of the product API (decisions/002). */
export const API_BASE = '/api/v1';
