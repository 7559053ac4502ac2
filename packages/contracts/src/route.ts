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

/** Declares a route; keeps its literal and schema types. */
export function defineRoute<
  const R extends Route<Schema | undefined, Schema | undefined, Schema | undefined, Schema | null>,
>(route: R): R {
  return route;
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
