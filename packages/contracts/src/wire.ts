import * as z from 'zod/mini';

/** A stored object's id: 24 hex digits. */
export const Id = z.string().check(z.regex(/^[0-9a-f]{24}$/));
/** A student's id: the auth service's lower-case UUID. */
export const UserId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
/** An address of this service or absolute. */
export const Address = z.string().check(z.minLength(1), z.maxLength(2048));
// one character may expand to eighteen: limits count plain letters, as stored
const plain = () => z.string().check(z.normalize('NFKC'), z.trim());
/** Trimmed, non-empty text of at most `max` plain characters. */
export const Text = (max: number) => plain().check(z.minLength(1), z.maxLength(max));
export const OptionalText = (max: number) => z.optional(plain().check(z.maxLength(max)));

/** A list is `{ items, nextCursor }` (decisions/002). */
export const List = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });

/** Another student as on a card: never an email, a birth date or an answer. */
export const Person = z.object({
  id: z.nullable(UserId),
  name: z.string(),
  age: z.nullable(z.number()),
  photo: z.optional(Address),
});
export type Person = z.output<typeof Person>;
