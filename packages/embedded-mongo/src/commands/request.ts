import { isDocument, isNumber, toNumber, type Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Entries, Transaction } from '../catalog/transaction';
import { fail } from '../errors';
import type { Deadline } from '../read/turns';
import type { Access, Reply, ServerState } from './state';

/** Where a request comes from. */
export interface Peer {
  readonly id: number;
  /** The server's address on this connection. */
  readonly host: string;
  readonly access: Access;
}

export interface Request {
  readonly name: string;
  readonly database: string;
  readonly command: Document;
  /** The command with the original type of every number. */
  readonly typed: () => Document;
  readonly connection: Peer;
  readonly server: ServerState;
  readonly transaction?: Transaction;
}

export type Handler = (request: Request) => Reply | Promise<Reply>;

/** `database.collection` of a command; 73 for an invalid name. */
export function namespaceOf(
  { database, command, name }: Request,
  collection: unknown = command[name],
): string {
  if (!/^[^/\\. "$\0]{1,63}$/.test(database)) fail(73, `Invalid database name: '${database}'`);
  if (typeof collection !== 'string' || collection === '') {
    return fail(
      73,
      `Invalid namespace specified '${database}.${typeof collection === 'string' ? collection : ''}'`,
    );
  }
  return `${database}.${collection}`;
}

export const entriesOf = ({ transaction, server }: Request): Entries => transaction ?? server.store;

/** The collection of a command, if it exists. */
export const collectionOf = (request: Request): Collection | undefined =>
  request.server.store.catalogue.get(namespaceOf(request));

/** A document field of a command; 14 for another type. */
export function documentOf(value: unknown, field: string): Document {
  if (value === undefined || value === null) return {};
  return isDocument(value)
    ? value
    : fail(14, `BSON field '${field}' is the wrong type, expected type 'object'`);
}

/** A number field of a command; 14 for another type. */
export function numberOf(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  return isNumber(value)
    ? toNumber(value)
    : fail(14, `BSON field '${field}' is the wrong type, expected a number`);
}

/** When a command must end; it has no limit without `maxTimeMS`. */
export function deadlineOf({ command, name }: Request): Deadline {
  const limit = countOf(command.maxTimeMS, `${name}.maxTimeMS`) ?? 0;
  if (!Number.isInteger(limit) || limit > 2_147_483_647)
    fail(9, 'maxTimeMS has to be a whole number of milliseconds');
  return limit === 0 ? Number.POSITIVE_INFINITY : performance.now() + limit;
}

/** Like `numberOf`; 51024 below zero. */
export function countOf(value: unknown, field: string): number | undefined {
  const count = numberOf(value, field);
  if (count !== undefined && count < 0)
    fail(51024, `BSON field '${field}' value must be >= 0, actual value '${count}'`);
  return count;
}
