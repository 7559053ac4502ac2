import { notOffered } from '../errors';
import { isDocument } from './values';

/** Texts compare by code point, which the locale `simple` says; every other collation is refused. */
export function checkCollation(collation: unknown) {
  if (isDocument(collation) && collation.locale !== 'simple') notOffered('a collation other than simple');
}
