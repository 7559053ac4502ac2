/** A reply whose documents go out as they are stored, never decoded. */
export class Batch {
  constructor(
    readonly cursor: { readonly id: number; readonly ns: string; readonly postBatchResumeToken?: object },
    readonly field: 'firstBatch' | 'nextBatch',
    readonly documents: readonly Buffer[],
  ) {}
}
