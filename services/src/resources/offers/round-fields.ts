import type { Offer } from '@flint/contracts';
import { OFFER_FIELDS } from '@flint/contracts/routes/offer-fields';
import type * as z from 'zod/mini';

const FIELDS = { ...OFFER_FIELDS.both, ...OFFER_FIELDS.sender, ...OFFER_FIELDS.recipient };
type Fields = typeof FIELDS;

type Kept<S> = S extends z.ZodMiniISODateTime
  ? Date
  : S extends z.ZodMiniArray<infer Item>
    ? readonly Kept<Item>[]
    : S extends z.ZodMiniLiteral<true>
      ? boolean
      : S extends z.ZodMiniOptional<infer Inner> | z.ZodMiniNullable<infer Inner>
        ? Kept<Inner> extends boolean | readonly unknown[]
          ? Kept<Inner>
          : Kept<Inner> | null
        : z.output<S>;

/** The declared fields of an offer as they are stored: instants as dates, and null, false or an empty list for what an answer omits. */
export type RoundFields = { readonly [Name in keyof Fields]: Kept<Fields[Name]> };

type Column = { readonly type: unknown } & ({ readonly default: unknown } | { readonly required: true });

function columnOf(schema: unknown): Column {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable': {
      const inner = columnOf(def.innerType);
      return 'default' in inner ? inner : { type: inner.type, default: null };
    }
    case 'array':
      return { type: [columnOf(def.element).type], default: [] };
    case 'literal':
      return { type: Boolean, default: false };
    case 'enum':
    case 'string': {
      const isInstant = 'format' in def && def.format === 'datetime';
      return { type: isInstant ? Date : String, required: true };
    }
    default:
      throw new Error(`No column is known for a field of type ${def.type}`);
  }
}

/** The columns of these fields. */
export const COLUMNS = Object.fromEntries(
  Object.entries(FIELDS).map(([name, schema]) => [name, columnOf(schema)]),
);

const omitted = (names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const column = COLUMNS[name]!;
      return 'default' in column ? [[name, column.default]] : [];
    }),
  );

type Omittable = {
  [Name in keyof RoundFields]: null extends RoundFields[Name]
    ? Name
    : RoundFields[Name] extends boolean | readonly unknown[]
      ? Name
      : never;
}[keyof RoundFields];

/** What an offer has before anybody says more; also what an offer of an older version lacks. */
export const BLANK = omitted(Object.keys(FIELDS)) as Pick<RoundFields, Omittable>;

/** What the writer of an offer and its recipient leave behind when their account is deleted. */
export const GONE = {
  sender: omitted(Object.keys(OFFER_FIELDS.sender)),
  recipient: omitted(Object.keys(OFFER_FIELDS.recipient)),
};

const wire = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.map(wire) : value;

/** The fields as both people see them. */
export function shownFields(round: RoundFields): Pick<Offer, keyof RoundFields> {
  const shown = Object.entries(FIELDS).flatMap(([name, { _zod }]) => {
    const value = round[name as keyof RoundFields];
    const isAbsent = !value || (Array.isArray(value) && value.length === 0);
    return isAbsent && _zod.def.type === 'optional' ? [] : [[name, wire(value)]];
  });
  return Object.fromEntries(shown) as Pick<Offer, keyof RoundFields>;
}
