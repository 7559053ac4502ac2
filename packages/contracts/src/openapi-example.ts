type Json = Readonly<Record<string, unknown>>;

/** The ids and the time of every example. */
export const EXAMPLES = {
  user: '3f1c9a52-7d1e-4f0b-9c55-0a6b7f1d2e34',
  object: '6650f0a1b2c3d4e5f6a7b8c9',
  instant: '2026-11-21T18:00:00.000Z',
} as const;

/** Realistic values by the name of a member; they are tried before a value is derived from the schema. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  activity: 'Coffee and a conversation',
  answers: { gender_identity: 'woman', seeking_genders: { values: ['men'] } },
  appName: 'Flint',
  code: 'validation_failed',
  description: 'They did not come and did not answer.',
  detail: 'Some fields are not valid.',
  email: 'robin@campus.edu',
  fileName: 'me.jpg',
  fileType: 'image/jpeg',
  location: 'Common Ground café',
  message: 'I would love to meet you.',
  name: 'Robin',
  pronouns: 'she/her',
  status: 400,
  timezone: 'America/Toronto',
  title: 'Bad Request',
  universityEmailHost: 'campus.edu',
  universityName: 'Campus University',
  universityTimezone: 'America/Toronto',
  url: '/storage/v1/0123456789abcdef0123456789abcdef',
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': EXAMPLES.instant,
  date: '2026-11-21',
  email: 'robin@campus.edu',
  uri: 'https://flint.campus.edu',
};

const CANDIDATES = [
  EXAMPLES.user,
  EXAMPLES.object,
  'offers',
  'a1b2c3d4',
  '1.0.0',
  '123456',
  'main.a1b2c3d4e5.js:1:20480',
  'example',
  'abcdefghijklmnopqrstuvwxyz012345',
];

function textOf(schema: Json): string {
  const format = BY_FORMAT[String(schema.format)];
  if (format) return format;
  const pattern = new RegExp(typeof schema.pattern === 'string' ? schema.pattern : '', 'u');
  const least = Number(schema.minLength ?? 0);
  const most = Number(schema.maxLength ?? Number.POSITIVE_INFINITY);
  const plain = schema.pattern === undefined ? ['Library', ...CANDIDATES] : CANDIDATES;
  const fits = (text: string) => pattern.test(text) && text.length >= least && text.length <= most;
  return plain.find(fits) ?? 'example'.padEnd(least, '.').slice(0, most);
}

/** Whether a value has the schema's basic type, so that a named value can be used. */
function isOfType(schema: Json, value: unknown): boolean {
  if (schema.enum || schema.const !== undefined || schema.pattern || schema.format) return false;
  const type = Array.isArray(value) ? 'array' : typeof value;
  return type === 'number' ? schema.type === 'number' || schema.type === 'integer' : schema.type === type;
}

/** A value that is valid for a JSON Schema made by zod; always the same one. `name` is the name of the member. */
export function exampleOf(schema: Json, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const named = BY_NAME[name];
  if (named !== undefined && isOfType(schema, named)) return named;
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined;
  if (choices) return exampleOf(choices.find((each) => each.type !== 'null') ?? { type: 'null' }, name);
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
      return Object.fromEntries(properties.map(([key, inner]) => [key, exampleOf(inner, key)]));
    }
    case 'array': {
      if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((item) => exampleOf(item as Json));
      return schema.items && schema.maxItems !== 0 ? [exampleOf(schema.items as Json, name)] : [];
    }
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    case 'boolean':
      return true;
    default:
      return null;
  }
}
