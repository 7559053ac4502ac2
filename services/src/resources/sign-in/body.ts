import type { Context } from 'koa';
import { readJson } from '../../http/json-body';
import { Refusal, validationFailed } from './refusal';

/** Largest size of `data` in bytes, because every access token carries it. */
const METADATA_BYTES = 2048;

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

type Body = Readonly<Record<string, unknown>>;

const badJson = (message: string) => new Refusal(400, 'bad_json', message);

/** The request's JSON object. Throws 400 if it is none, 413 if it is too large, 504 if it does not arrive. */
export async function readBody(ctx: Context): Promise<Body> {
  const value = await readJson(ctx);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badJson('Could not read the request body as a JSON object');
  }
  return value as Body;
}

/** A text member; '' when absent. Throws for other types, so that none reaches a query. */
export function textOf(body: Body, name: string): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') throw badJson(`Could not read ${name} as a string`);
  return value;
}

export function flagOf(body: Body, name: string, fallback: boolean): boolean {
  const value = body[name] ?? fallback;
  if (typeof value !== 'boolean') throw badJson(`Could not read ${name} as a boolean`);
  return value;
}

function withoutTraps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTraps);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key]) => !FORBIDDEN.has(key) && !key.startsWith('$') && !/[.\0]/.test(key),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutTraps(inner)]));
}

/** Throws for user_metadata that is too large, as sent or as it would be stored. */
export function refuseLarge(metadata: object): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_BYTES)
    throw validationFailed(`User metadata is larger than ${METADATA_BYTES} bytes`);
}

/** The `data` member: a small plain object, without keys that are special in MongoDB or JavaScript. */
export function metadataOf(body: Body): Record<string, unknown> {
  const value = body.data ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw badJson('Could not read data as an object');
  refuseLarge(value);
  return withoutTraps(value) as Record<string, unknown>;
}
