import { exampleOf } from './openapi-example';

describe('an example of a JSON schema', () => {
  it.each<[string, Parameters<typeof exampleOf>[0], string, unknown]>([
    ['a constant', { const: 7 }, '', 7],
    ['a choice of values', { enum: ['a', 'b'] }, '', 'a'],
    ['a named text', { type: 'string' }, 'location', 'Common Ground café'],
    ['a named text of a format', { type: 'string', format: 'date' }, 'title', '2026-11-21'],
    ['a named number', { type: 'integer' }, 'status', 400],
    ['a named number that may be broken', { type: 'number' }, 'status', 400],
    ['a name whose value is of another type', { type: 'boolean' }, 'status', true],
    ['a named object', { type: 'object' }, 'answers', expect.objectContaining({ gender_identity: 'woman' })],
    ['an object', { type: 'object', properties: { a: { type: 'boolean' } } }, '', { a: true }],
    ['an object of nothing', { type: 'object' }, '', {}],
    ['alternatives', { anyOf: [{ type: 'null' }, { type: 'boolean' }] }, '', true],
    ['exclusive alternatives', { oneOf: [{ type: 'boolean' }] }, '', true],
    ['nothing but null', { anyOf: [{ type: 'null' }] }, '', null],
    ['a tuple', { type: 'array', prefixItems: [{ const: 1 }, { const: 2 }] }, '', [1, 2]],
    ['a list', { type: 'array', items: { const: 1 } }, '', [1]],
    ['a list that is empty', { type: 'array', items: { const: 1 }, maxItems: 0 }, '', []],
    ['a list of anything', { type: 'array' }, '', []],
    ['a number from ten on', { type: 'number', minimum: 10 }, '', 10],
    ['a number', { type: 'number' }, '', 1],
    ['a plain text', { type: 'string' }, '', 'Library'],
    ['a text of a pattern', { type: 'string', pattern: '^[0-9]{6}$' }, '', '123456'],
    ['a long text', { type: 'string', minLength: 50 }, '', 'example'.padEnd(50, '.')],
    ['a short text', { type: 'string', maxLength: 3 }, '', 'exa'],
    ['anything', {}, '', null],
  ])('%s - derives from its name or type', (_what, schema, name, example) =>
    expect(exampleOf(schema, name)).toEqual(example),
  );
});
