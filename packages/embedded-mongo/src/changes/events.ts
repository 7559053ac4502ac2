import { BSON } from 'bson';
import { decodeTyped } from '../bson/codec';
import { isDocument, type Document } from '../bson/values';
import { collectionOf, isDocumentKey, namespaceOf, REPLACED } from '../storage/keys';
import type { Change, Value } from '../storage/record';

/** One event of a change stream, without its token and time, which the stream adds. */
export interface ChangeEvent {
  readonly namespace: string;
  /** Its index among the commit's changes. */
  readonly index: number;
  readonly operationType: 'insert' | 'update' | 'replace' | 'delete' | 'drop';
  readonly id?: unknown;
  /** The key of the document, to read its later state. */
  readonly key?: string;
  readonly fullDocument?: Document;
  readonly updateDescription?: Document;
}

const sameBytes = (one: unknown, other: unknown) =>
  Buffer.from(BSON.serialize({ one })).equals(BSON.serialize({ one: other }));

/** The `$set` and `$unset` that turn one document into the other: whole arrays, fields of sub-documents. */
function describe(
  before: Document,
  after: Document,
  prefix = '',
  out = { updatedFields: {} as Document, removedFields: [] as string[] },
) {
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) out.removedFields.push(prefix + key);
  for (const [key, value] of Object.entries(after)) {
    const old: unknown = Object.hasOwn(before, key) ? before[key] : undefined;
    if (isDocument(old) && isDocument(value)) describe(old, value, `${prefix}${key}.`, out);
    else if (old === undefined || !sameBytes(old, value)) out.updatedFields[prefix + key] = value;
  }
  return out;
}

/** Turns consecutive commits into events. */
export class EventReader {
  constructor(private readonly namespaces: Map<number, string>) {}

  /** Whether the collection was dropped. */
  private catalogue(namespace: string, value: Value | null): boolean {
    const known = [...this.namespaces].find(([, name]) => name === namespace)?.[0];
    if (known !== undefined) this.namespaces.delete(known);
    if (value === null) return known !== undefined;
    this.namespaces.set((BSON.deserialize(value as Buffer) as { id: number }).id, namespace);
    return false;
  }

  /** The events of one commit; `before` gives the value of a key before it. */
  *read(changes: readonly Change[], before: (key: string) => Value | undefined): Generator<ChangeEvent> {
    const now = new Map<string, Value | null>();
    const replaced = new Set<string>();
    // dropping a collection is not a delete of each document
    const dropped = new Set(
      changes.flatMap(([key, value]) => (value === null ? (namespaceOf(key) ?? []) : [])),
    );
    for (const [index, [key, value]] of changes.entries()) {
      const named = namespaceOf(key);
      if (named !== undefined) {
        if (this.catalogue(named, value)) yield { namespace: named, index, operationType: 'drop' };
        continue;
      }
      if (key.startsWith(REPLACED)) replaced.add(key.slice(REPLACED.length));
      if (!isDocumentKey(key)) continue;
      const namespace = this.namespaces.get(collectionOf(key));
      const old = now.has(key) ? now.get(key) : before(key);
      now.set(key, value);
      if (namespace === undefined || (value === null && dropped.has(namespace))) continue;
      yield {
        namespace,
        index,
        key,
        ...eventOf(old as Buffer | null | undefined, value as Buffer | null, replaced.delete(key)),
      };
    }
  }
}

function eventOf(old: Buffer | null | undefined, value: Buffer | null, replaced: boolean) {
  const before = old ? decodeTyped(old) : undefined;
  if (!value) return { operationType: 'delete', id: before?._id as unknown } as const;
  const after = decodeTyped(value);
  const id = after._id as unknown;
  if (!before) return { operationType: 'insert', id, fullDocument: after } as const;
  if (replaced) return { operationType: 'replace', id, fullDocument: after } as const;
  return {
    operationType: 'update',
    id,
    updateDescription: { ...describe(before, after), truncatedArrays: [] },
  } as const;
}
