import { pathOf, type Route } from '@flint/contracts';
import { EXAMPLES, exampleOf } from '@flint/contracts/openapi-example';
import * as z from 'zod/mini';

/** Ids for routes that need one. */
export interface Names {
  readonly userId: string;
  readonly id: string;
  readonly instant: string;
}

/** The example of a schema in the OpenAPI document, with these ids and this time. */
function valueOf(schema: z.ZodMiniType, { userId, id, instant }: Names): unknown {
  const example = exampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const text = JSON.stringify(example)
    .replaceAll(EXAMPLES.user, userId)
    .replaceAll(EXAMPLES.object, id)
    .replaceAll(EXAMPLES.instant, instant);
  return JSON.parse(text);
}

/** A valid call of a route, made from its schemas, as arguments for `TestStudent.call`. */
export function generatedCall(route: Route, names: Names): readonly [at: string, body: unknown] {
  const params = route.params ? (valueOf(route.params, names) as Record<string, string>) : {};
  return [`${route.method} ${pathOf(route, params)}`, route.body && valueOf(route.body, names)];
}
