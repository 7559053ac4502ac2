import { LIMITS, type Route } from '@flint/contracts';
import * as z from 'zod/mini';

/** Ids for routes that need one. */
export interface Names {
  readonly userId: string;
  readonly id: string;
  readonly instant: string;
}

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;

/** A value of a JSON Schema, with every optional member and the first of several choices. */
function valueOf(schema: Json, name: string, names: Names): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return valueOf(choices[0]!, name, names);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, inner]) => [
          key,
          valueOf(inner, key, names),
        ]),
      );
    case 'array':
      return [valueOf((schema.items ?? {}) as Json, name, names)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
  }
  const pattern = String(schema.pattern ?? '');
  if (schema.format === 'date-time') return names.instant;
  if (pattern.includes('{24}')) return names.id;
  if (pattern.includes('{12}')) return names.userId;
  if (/email/i.test(name)) return 'somebody.else@campus.edu';
  return 'Coffee'.slice(0, LIMITS.activityMax);
}

/** A valid call of a route, made from its schemas, as arguments for `TestStudent.call`. */
export function generatedCall(route: Route, names: Names): readonly [at: string, body: unknown] {
  const params = route.params ? (valueOf(jsonSchema(route.params), '', names) as Record<string, string>) : {};
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return [`${route.method} ${path}`, route.body ? valueOf(jsonSchema(route.body), '', names) : undefined];
}
