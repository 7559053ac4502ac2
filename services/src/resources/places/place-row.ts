import { LIMITS, type Place } from '@flint/contracts';
import { PLACE_KIND_NAMES, type PlaceKind } from '@flint/contracts/places/kinds';
import { placeText } from '@flint/contracts/places/open';
import { plainText } from '../../infra/plain-text';
import { unfitIn } from '../../infra/unfit-text';
import { exceptionsOf, weekOf } from './opening-hours';
import { walkMinutes, type Coordinates } from './walk';

export type Row = Readonly<Record<string, unknown>>;

/** Columns of the file; any other column is an error. */
const COLUMNS = [
  'id',
  'name',
  'kind',
  'address',
  'lat',
  'lon',
  'hours',
  'exceptions',
  'price',
  'noise',
  'stepFree',
  'indoor',
  'picture',
  'link',
];

/** A problem with a row, worded to follow 'the row'. */
class RowProblem extends Error {}

const text = (row: Row, column: string) => {
  const value = row[column];
  return value === undefined || value === null ? '' : plainText(String(value));
};

function needed(row: Row, column: string, most: number): string {
  const value = text(row, column);
  if (value === '') throw new RowProblem(`has no ${column}`);
  if (value.length > most) throw new RowProblem(`has a ${column} of more than ${most} characters`);
  return value;
}

function oneOf<const T extends string>(row: Row, column: string, allowed: readonly T[]): T | null {
  const value = text(row, column);
  if (value === '') return null;
  const found = allowed.find((each) => each === value);
  if (!found) throw new RowProblem(`has the ${column} '${value}', which is none of: ${allowed.join(', ')}`);
  return found;
}

function degrees(row: Row, column: string, most: number): number {
  const value = text(row, column);
  const number = Number(value);
  if (value === '' || !(Math.abs(number) <= most))
    throw new RowProblem(`needs a ${column} from -${most} to ${most}`);
  return number;
}

const mapUrlOf = ({ lat, lon }: Coordinates) =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=18/${lat}/${lon}`;

function yesOrNo(row: Row, column: string): boolean | null {
  const said = oneOf(row, column, ['yes', 'no', 'true', 'false']);
  return said === null ? null : said === 'yes' || said === 'true';
}

function linkOf(row: Row): string | null {
  const link = text(row, 'link');
  if (link === '') return null;
  if (!/^https:\/\/[^\s"<>]{1,500}$/.test(link) || !URL.canParse(link))
    throw new RowProblem('has a link that is no https address');
  return link;
}

function pictureOf(row: Row): string | null {
  const picture = text(row, 'picture');
  if (picture === '') return null;
  if (!/^\w[\w-]{0,60}\.(?:jpe?g|png|webp)$/.test(picture))
    throw new RowProblem('has a picture that is not the plain name of a JPEG, PNG or WebP file');
  return picture;
}

function hoursOf(row: Row): Place['hours'] {
  const week = weekOf(text(row, 'hours'));
  if (!week) throw new RowProblem("has hours that are not written like 'Mo-Fr 08:00-21:00; Sa 10:00-18:00'");
  const exceptions = exceptionsOf(text(row, 'exceptions'));
  if (!exceptions) throw new RowProblem("has exceptions that are not written like '2026-12-25 off'");
  return { week, exceptions };
}

function read(row: Row, campus: Coordinates | null): Place {
  const odd = Object.keys(row).find((column) => !COLUMNS.includes(column));
  if (odd !== undefined) throw new RowProblem(`has a column that is not known: ${odd}`);
  const id = needed(row, 'id', 40);
  if (!/^[a-z0-9-]+$/.test(id))
    throw new RowProblem('has an id with more than small letters, digits and dashes');
  const name = needed(row, 'name', LIMITS.placeNameMax);
  const address = needed(row, 'address', LIMITS.locationMax - 2 - name.length);
  // an offer with this text would be refused
  const unfit = unfitIn(placeText({ name, address }));
  if (unfit) throw new RowProblem(`has a name or an address that reads like ${unfit}`);
  const kind: PlaceKind | null = oneOf(row, 'kind', PLACE_KIND_NAMES);
  if (!kind) throw new RowProblem('has no kind');
  const price = oneOf(row, 'price', ['0', '1', '2', '3']);
  const at = { lat: degrees(row, 'lat', 90), lon: degrees(row, 'lon', 180) };
  return {
    id,
    name,
    kind,
    address,
    mapUrl: mapUrlOf(at),
    walkMinutes: campus && walkMinutes(campus, at),
    hours: hoursOf(row),
    price: price === null ? null : Number(price),
    noise: oneOf(row, 'noise', ['quiet', 'lively', 'loud']),
    stepFree: yesOrNo(row, 'stepFree'),
    indoor: yesOrNo(row, 'indoor'),
    picture: pictureOf(row),
    link: linkOf(row),
  };
}

/** The place in a row, or the problem with it. */
export function readRow(row: unknown, campus: Coordinates | null): Place | string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'is no object';
  try {
    return read(row as Row, campus);
  } catch (error) {
    if (error instanceof RowProblem) return error.message;
    throw error;
  }
}
