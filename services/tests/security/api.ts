import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { API_BASE, ROUTES, type Route } from '@flint/contracts';
import { waitForJobs } from '@flint/services';
import type { TestServer, TestStudent } from '@flint/testing';
import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';
import { enrol, introduce } from '../../src/resources/offers/testing/campus';
import { startStage } from '../../src/resources/sign-in/testing/stage';

/** Every route of the API; a new route is attacked as soon as it is declared. */
export const ALL_ROUTES: readonly Route[] = Object.values(ROUTES);
export const USER_ROUTES = ALL_ROUTES.filter(({ auth }) => auth === 'user');
export const BODY_ROUTES = ALL_ROUTES.filter(({ body }) => body !== undefined);

export const named = (routes: readonly Route[]) => routes.map((route) => [route.name, route] as const);

interface Ids {
  readonly offerId?: string;
  readonly userId?: string;
}

/** The route's path with real ids. */
export const addressOf = ({ path }: Route, { offerId = 'a'.repeat(24), userId = randomUUID() }: Ids = {}) =>
  API_BASE + path.replace('{id}', offerId).replace('{userId}', userId).replace('{sessionId}', userId);

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function send(url: string, method: string, at: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url + at, { ...init, method });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** fetch refuses to send TRACE. */
export const trace = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(address, { method: 'TRACE' }, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });

export const asStudent = ({ token }: Pick<TestStudent, 'token'>) => ({ authorization: `Bearer ${token}` });

export const jsonAs = (student: Pick<TestStudent, 'token'>, body: unknown): RequestInit => ({
  headers: { ...asStudent(student), 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
}

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema): Arbitrary<unknown> {
  if (format === 'date-time') {
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, 200), unit: 'grapheme' });
}

/** Values that a JSON schema allows, as far as our routes' schemas need; any value where the schema is open. */
export function valueOf(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOf));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 1e9) });
    case 'number':
      return fc
        .integer({ min: (schema.minimum ?? 0) * 4, max: (schema.maximum ?? 24) * 4 })
        .map((n) => n / 4);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 8) });
    case 'object': {
      const { properties, required = [] } = schema;
      if (!properties) return fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue(), { maxKeys: 4 });
      const parts = Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, valueOf(part)]),
      );
      return fc.record(parts, { requiredKeys: [...required] });
    }
    default:
      return fc.jsonValue();
  }
}

export const schemaOf = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

const samples = new Map<z.ZodMiniType, Record<string, unknown>>();
/** A valid body by its schema; always the same. */
export function sampleOf(schema: z.ZodMiniType): Record<string, unknown> {
  const known = samples.get(schema);
  if (known) return known;
  const [made] = fc.sample(valueOf(schemaOf(schema)), { seed: 12, numRuns: 1 });
  const sample = made as Record<string, unknown>;
  samples.set(schema, sample);
  return sample;
}
/** A valid body for a route; always the same. */
export const bodyFor = (route: Route) => sampleOf(route.body!);

/** Ann and Ben with an offer that waits for Ben's answer, and Cid, who is not part of it; others sign in by mail. */
export async function startCampus() {
  // the tests write more than the limit per student
  const { server, ...stage } = await startStage({}, undefined, { writesMax: 100_000 });
  const ann = await enrol(server, { name: 'Ann Attacked' });
  const ben = await enrol(server, { name: 'Ben', gender: 'man' });
  const cid = await enrol(server, { name: 'Cid', gender: 'man', seeks: ['men'] });
  await introduce(server, ann, ben);
  const offer = await ann.invite(ben);
  if (offer.status !== 201) throw new Error(`no offer: ${JSON.stringify(offer.body)}`);
  return { ...stage, server, ann, ben, cid, offerId: offer.body.id as string };
}
export type Campus = Awaited<ReturnType<typeof startCampus>>;

/** The whole database as text, once no job is under way, without counters, stored responses, and process heartbeats. */
export async function dumpOf({ deps: { db } }: TestServer): Promise<string> {
  await waitForJobs({ db });
  const collections = (await db.listCollections())
    .map(({ name }) => name)
    .filter((name) => !['rate_counts', 'idempotency_keys', 'processes'].includes(name))
    .sort();
  const parts = collections.map(async (name) => [
    name,
    await db.collection(name).find().sort({ _id: 1 }).toArray(),
  ]);
  return JSON.stringify(await Promise.all(parts));
}
