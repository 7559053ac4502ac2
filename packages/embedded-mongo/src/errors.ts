// errors.ts - MongoDB's own error numbers and names
export const NAMES: Record<number, string> = {
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  17: 'ProtocolError',
  20: 'IllegalOperation',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  34: 'RolesNotRelated',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  54: 'NotSingleValueField',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  91: 'ShutdownInProgress',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  121: 'DocumentValidationFailure',
  168: 'InvalidPipelineOperator',
  197: 'InvalidIndexSpecificationOption',
  225: 'TransactionTooOld',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  263: 'OperationNotSupportedInTransaction',
  303: 'FeatureNotSupported',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  24: 'LockTimeout',
  6: 'HostUnreachable',
  7: 'HostNotFound',
  89: 'NetworkTimeout',
  189: 'PrimarySteppedDown',
  9001: 'SocketException',
  10107: 'NotWritablePrimary',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
  286: 'ChangeStreamHistoryLost',
  14031: 'OutOfDiskSpace',
  17419: 'Location17419',
};
export class MongoError extends Error {
  constructor(
    public code: number,
    message: string,
    public extra: Record<string, any> = {},
    public labels: string[] = [],
  ) {
    super(message);
  }
  get codeName() {
    return NAMES[this.code] ?? `Location${this.code}`;
  }
  toDoc(): Record<string, any> {
    return {
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: this.codeName,
      ...this.extra,
      ...(this.labels.length ? { errorLabels: this.labels } : {}),
    };
  }
}
export const fail = (code: number, msg: string, extra?: Record<string, any>): never => {
  throw new MongoError(code, msg, extra);
};
