import * as z from 'zod/mini';
import { openApiDocument } from './openapi';
import { OFFER_EVENTS } from './offer-events';
import { ROUTES } from './routes/index';

const routes = Object.values(ROUTES);
const document = openApiDocument(routes, { title: 'Flint', serverUrl: 'https://flint.test' }, [
  OFFER_EVENTS,
]) as {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: object; requestBody?: any; parameters?: any[] }>
  >;
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

describe('the OpenAPI document', () => {
  it('every declared route - appears once - under its own name', () => {
    const names = [...Object.keys(ROUTES), OFFER_EVENTS.name];
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(names.sort());
  });

  it('a route with a body - names its closed schema', () => {
    const schema = document.paths['/offers']?.post?.requestBody.content['application/json'].schema;
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toEqual(['toUserId', 'proposedDate', 'location', 'activity']);
  });

  it('a route with parameters - lists each of them as required in the path', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(methods)) {
        expect(parameters.filter((p) => p.in === 'path' && p.required).map((p) => p.name)).toEqual(names);
      }
    }
  });

  it('a route of a signed-in student - declares 401 - and every refusal is a problem document', () => {
    expect(document.paths['/profile']?.get?.responses).toMatchObject({
      401: { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    });
  });

  it('a route with a query - lists the required parameters; a route without a tag - is tagged api', () => {
    const route = {
      name: 'findThings',
      method: 'GET',
      path: 'things',
      summary: 'Things',
      auth: 'none',
      query: z.strictObject({ word: z.string(), limit: z.optional(z.string()) }),
      status: 204,
      response: null,
      errors: [],
    } as const;
    const bare = { ...route, name: 'all', path: '/all', query: z.strictObject({}) };
    const { paths, tags } = openApiDocument([route, bare], { title: 'T', serverUrl: 'https://t.test' }) as {
      paths: Record<string, { get: { parameters?: object[]; security: object[] } }>;
      tags: { name: string }[];
    };
    expect(paths.things?.get.parameters).toEqual([
      expect.objectContaining({ name: 'word', in: 'query', required: true }),
      expect.objectContaining({ name: 'limit', in: 'query', required: false }),
    ]);
    expect(paths['/all']?.get.parameters).toBeUndefined();
    expect(paths['/all']?.get.security).toEqual([]);
    expect(tags.map(({ name }) => name)).toEqual(['api', 'all']);
  });
});
