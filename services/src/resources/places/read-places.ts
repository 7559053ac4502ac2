import type { Place } from '@flint/contracts';
// csv-parse: RFC 4180 with quotes, byte order mark and all line ends; no dependencies; released for twelve years
import { parse } from 'csv-parse/sync';
import { readRow } from './place-row';
import type { Coordinates } from './walk';

/** A campus has a few dozen. */
export const PLACES_MAX = 500;

export interface ReadPlaces {
  readonly places: readonly Place[];
  /** One sentence for each rejected row. */
  readonly problems: readonly string[];
}

function rowsOf(content: string): readonly { readonly row: unknown; readonly at: string }[] {
  const isJson = /^[\s\uFEFF]*[[{]/.test(content);
  if (!isJson) {
    const rows: { record: unknown; info: { lines: number } }[] = parse(content, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return rows.map(({ record, info }) => ({ row: record, at: `The row that ends on line ${info.lines}` }));
  }
  const found: unknown = JSON.parse(content.replace(/^\uFEFF/, ''));
  const list = Array.isArray(found) ? found : (found as { places?: unknown }).places;
  if (!Array.isArray(list)) throw new Error('it is neither a list nor an object with a list of places');
  return list.map((row: unknown, i) => ({ row, at: `Place ${i + 1}` }));
}

/** Parses the places of a JSON or CSV text, with the walk from the campus if it is known. Bad rows are left out, each with a sentence. Throws if the text is no list. */
export function readPlaces(content: string, campus: Coordinates | null = null): ReadPlaces {
  const places = new Map<string, Place>();
  const problems: string[] = [];
  const rows = rowsOf(content);
  for (const { row, at } of rows) {
    const place = readRow(row, campus);
    if (typeof place === 'string') problems.push(`${at} ${place}.`);
    else if (places.has(place.id)) problems.push(`${at} has the id '${place.id}' of an earlier row.`);
    else if (places.size === PLACES_MAX) problems.push(`${at} is beyond the ${PLACES_MAX} a list may hold.`);
    else places.set(place.id, place);
  }
  if (rows.length > 0 && places.size === 0)
    throw new Error(`none of its ${rows.length} rows is right; ${problems[0]}`);
  return { places: [...places.values()], problems };
}
