import { ERRORS, ROUTES, type ErrorCode, type Route } from '@flint/contracts';
import { codesOf, openApiDocument } from '@flint/contracts/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Operation = {
  readonly responses: Record<string, { readonly content?: Record<string, { schema: object }> }>;
};

const routes: readonly Route[] = Object.values(ROUTES);
const document = openApiDocument(routes, { title: 'Flint', serverUrl: 'http://flint.test' }) as {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: { readonly Problem: object } };
};
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
const compiled = new Map<object, ValidateFunction>();
const problem = ajv.compile(document.components.schemas.Problem);

const literal = (path: string) => !path.includes('{');
const patterns = routes
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((a, b) => Number(literal(b.route.path)) - Number(literal(a.route.path)));

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, known);
  return known;
}

const errorsOf = (validate: ValidateFunction) =>
  (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);

/**
 * The differences between an API response and /openapi.json: an undeclared status or code, an additional or missing member,
 * or another shape. None for an address without a route.
 */
export function differences(methodAndPath: string, status: number, body: unknown): string[] {
  const [method, at = ''] = methodAndPath.split(' ');
  const path = at.split('?')[0]!;
  const found = patterns.find(({ route, pattern }) => route.method === method && pattern.test(path));
  if (!found) return [];
  const { route } = found;
  const promised = document.paths[route.path]![route.method.toLowerCase()]!.responses[String(status)];
  if (!promised) return [`status ${status} is not declared`];
  const schema = promised.content?.['application/json']?.schema;
  if (status < 400) {
    if (!schema) return body === null ? [] : ['a body is not declared'];
    const validate = validatorOf(schema);
    return validate(body) ? [] : errorsOf(validate);
  }
  if (!problem(body)) return errorsOf(problem);
  const { code } = body as { code: ErrorCode };
  const isDeclared = codesOf(route).includes(code) && ERRORS[code][0] === status;
  return isDeclared ? [] : [`code ${code} is not declared for ${status}`];
}
