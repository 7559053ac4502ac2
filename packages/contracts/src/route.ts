import type * as z from 'zod/mini';
import type { ErrorCode } from './errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodMiniType;

/** One operation of the API. Server binding, client hooks and OpenAPI all derive from it. */
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
  /** 'user' demands a bearer access token of a signed-in student. */
  readonly auth: 'user' | 'none';
  /** 'recent' demands a code from the student's mailbox within the last minutes (LIMITS.proofMinutes). */
  readonly proof?: 'recent';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Success status. */
  readonly status: 200 | 201 | 202 | 204;
  /** The allow-list of what may leave the server; null for 204. */
  readonly response: Response;
  /** Codes beyond those any route may answer. */
  readonly errors: readonly ErrorCode[];
  /** Its client always sends an Idempotency-Key; the server honours one on every POST (acceptsKey). */
  readonly idempotent?: boolean;
  /** Carries an ETag: whoever has the answer already gets 304. */
  readonly tagged?: boolean;
}

type Out<S> = S extends Schema ? z.output<S> : undefined;

export type ParamsOf<R extends Route> = Out<R['params']>;
export type QueryOf<R extends Route> = Out<R['query']>;
export type BodyOf<R extends Route> = Out<R['body']>;
export type ResponseOf<R extends Route> = R['response'] extends Schema ? z.output<R['response']> : null;

/** A route as it is declared: what most routes have in common is left out. */
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

/** Declares a route; keeps its literal and schema types. */
export function defineRoute<const D extends Declared>({ call, ...declared }: D): Defined<D> {
  const [method, path] = call.split(' ');
  const status = declared.response === null ? 204 : 200;
  // TypeScript cannot follow the split of the text
  return { auth: 'user', errors: [], status, ...declared, method, path } as unknown as Defined<D>;
}

/** The path with its parameters filled in and encoded. */
export function pathOf(route: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** What an Idempotency-Key may be. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,128}$/;

/** Whether the route honours the Idempotency-Key header: a repeat within a day replays the first answer. */
export const acceptsKey = ({ method, auth }: Pick<Route, 'method' | 'auth'>): boolean =>
  method === 'POST' && auth === 'user';

/** Base path of the product API (decisions/002). */
export const API_BASE = '/api/v1';
