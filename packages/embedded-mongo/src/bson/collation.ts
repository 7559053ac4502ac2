import { fail } from '../errors';
import type { Fold } from './encode';
import { isDocument } from './values';

const base = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
// first by base letters, then by accents
const accented = (text: string) => `${base(text)}\u0001${text.normalize('NFC').toLowerCase()}`;

/**
 * How strings compare under a collation: strength 1 ignores case and accents, 2 only case, `simple` nothing. Everything else
 * needs ICU's tables and is refused (303).
 */
export function foldOf(collation: unknown): Fold {
  if (!isDocument(collation) || collation.locale === 'simple') return undefined;
  const { locale, strength, ...rest } = collation;
  if (typeof locale !== 'string')
    return fail(40414, "BSON field 'Collation.locale' is missing but a required field");
  const other = Object.entries(rest).find(
    ([key, value]) => key !== 'version' && value !== false && value !== 'off',
  );
  if (other || (strength !== 1 && strength !== 2)) {
    fail(303, 'collations other than simple, or strength 1 and 2, are not supported by the embedded server');
  }
  return strength === 1 ? base : accented;
}
