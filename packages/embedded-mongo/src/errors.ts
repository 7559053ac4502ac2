import type { Document } from 'bson';

/** MongoDB's names of this server's error codes. */
const NAMES = new Map(
  [
    '2 BadValue, 8 UnknownError, 9 FailedToParse, 13 Unauthorized, 14 TypeMismatch, 15 Overflow, 16 InvalidLength, 17 ProtocolError',
    '18 AuthenticationFailed, 20 IllegalOperation, 26 NamespaceNotFound, 27 IndexNotFound, 28 PathNotViable',
    '40 ConflictingUpdateOperators, 43 CursorNotFound, 50 MaxTimeMSExpired, 52 DollarPrefixedFieldName',
    '53 InvalidIdField, 54 NotSingleValueField, 56 EmptyFieldName, 59 CommandNotFound, 66 ImmutableField',
    '67 CannotCreateIndex, 72 InvalidOptions, 73 InvalidNamespace, 79 UnknownReplWriteConcern',
    '85 IndexOptionsConflict, 86 IndexKeySpecsConflict, 100 UnsatisfiableWriteConcern, 112 WriteConflict',
    '171 CannotIndexParallelArrays, 175 QueryPlanKilled, 197 InvalidIndexSpecificationOption',
    '225 TransactionTooOld, 251 NoSuchTransaction, 256 TransactionCommitted',
    '263 OperationNotSupportedInTransaction, 286 ChangeStreamHistoryLost, 303 FeatureNotSupported',
    '334 MechanismUnavailable, 10107 NotWritablePrimary, 10334 BSONObjectTooLarge, 11000 DuplicateKey',
    '14031 OutOfDiskSpace',
  ]
    .join(', ')
    .split(', ')
    .map((pair) => {
      const [number, name] = pair.split(' ');
      return [Number(number), name];
    }),
);

/** An error with MongoDB's number, name and shape. */
export class MongoError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly extra: Document = {},
    readonly labels: string[] = [],
  ) {
    super(message);
  }

  /** The reply of a failed command. */
  toReply(): Document {
    return {
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: NAMES.get(this.code) ?? `Location${this.code}`,
      ...this.extra,
      ...(this.labels.length > 0 ? { errorLabels: this.labels } : {}),
    };
  }
}

/** Refuses a MongoDB feature that this server lacks. */
export function notOffered(feature: string, code = 303): never {
  return fail(
    code,
    `The embedded database does not offer ${feature}: name a MongoDB in MONGODB_URI to use it.`,
  );
}

/** Refuses with one of MongoDB's error numbers. */
export function fail(code: number, message: string, extra?: Document): never {
  throw new MongoError(code, message, extra);
}
