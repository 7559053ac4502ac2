import { QUESTIONS } from '@flint/contracts/questions/catalogue';

/** Whose eyes an answer is for; null without a session. */
interface Viewer {
  readonly email: string;
}

/** Names nobody's answer may carry, whatever the route: another person's answers, address, date of birth or precise place; our own secrets. */
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

/** Names that only the own profile and the own export may carry. */
const OWN_ONLY: ReadonlySet<string> = new Set([
  'email',
  'answers',
  'answer',
  'display_name',
  'date_of_birth',
  // a match's card shows pronouns on purpose
  ...QUESTIONS.map(({ id }) => id).filter((id) => id !== 'pronouns'),
]);

/** Routes that answer the student's own record, whole: their schema names `answers` on purpose. */
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
 * What an API answer must never say to this viewer: keys of another person's record or of our own bookkeeping, somebody else's mail
 * address, a birth date. Each as one line; none for a clean answer. `path` is below the API's base.
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

/** Every property name a response schema lets through that may not leave on that path. `schema` is JSON Schema. */
export function forbiddenInSchema(path: string, schema: unknown): string[] {
  const names = [...leaves(schema, '')].flatMap(([, key, value]) =>
    key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : [],
  );
  return names.filter((name) => !OWN_RECORD.test(path) && (NEVER.has(name) || OWN_ONLY.has(name)));
}
