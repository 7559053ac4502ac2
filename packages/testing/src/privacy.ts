import { QUESTIONS } from '@flint/contracts/questions/catalogue';

/** The viewer of a response; null without a session. */
interface Viewer {
  readonly email: string;
}

/** Names that no response may contain: another person's answers, address, birth date or precise location; our secrets. */
const NEVER: ReadonlySet<string> = new Set([
  '_id',
  '__v',
  'birthDate',
  'birthdate',
  'dateOfBirth',
  'dob',
  'lat',
  'lng',
  'latitude',
  'longitude',
  'coordinates',
  'gps',
  'ip',
  'ipAddress',
  'password',
  'secret',
  'sealed',
  'mark',
  'mac',
  'reporterId',
  'reportedId',
  'blockerId',
  'decidedBy',
  'score',
  'compatibility',
  'strikesOf',
]);

/** Names that only the own profile and export may contain. */
const OWN_ONLY: ReadonlySet<string> = new Set([
  'email',
  'answers',
  'answer',
  'display_name',
  'date_of_birth',
  // a match's card shows pronouns on purpose
  ...QUESTIONS.map(({ id }) => id).filter((id) => id !== 'pronouns'),
]);

/** Routes that return the student's whole own record: their schema has `answers` on purpose. */
const OWN_RECORD = /^\/(?:profile|account\/export)$/;

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const ADDRESS = /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi;

function* leaves(value: unknown, at: string): Generator<readonly [at: string, key: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const here = `${at}/${key}`;
    yield [here, key, inner];
    yield* leaves(inner, here);
  }
}

/**
 * The private parts of an API response for this viewer: keys of another person's record or of internal records, another mail
 * address, a birth date. One line each. `path` is below the API's base.
 */
export function leaksIn(path: string, body: unknown, viewer: Viewer | null): string[] {
  const isOwn = OWN_RECORD.test(path.split('?')[0] ?? '');
  return [...leaves(body, '')].flatMap(([at, key, value]) => {
    const found: string[] = [];
    if (!isOwn && (NEVER.has(key) || OWN_ONLY.has(key))) found.push(`${at}: this key may not leave`);
    if (typeof value !== 'string') return found;
    if (!isOwn && DATE_ONLY.test(value)) found.push(`${at}: a date without a time, such as a birth date`);
    for (const address of value.match(ADDRESS) ?? [])
      if (address.toLowerCase() !== viewer?.email.toLowerCase()) found.push(`${at}: a mail address`);
    return found;
  });
}

/** Every property of a response schema (JSON Schema) that must not leave on that path. */
export function forbiddenInSchema(path: string, schema: unknown): string[] {
  const names = [...leaves(schema, '')].flatMap(([, key, value]) =>
    key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : [],
  );
  return names.filter((name) => !OWN_RECORD.test(path) && (NEVER.has(name) || OWN_ONLY.has(name)));
}
