/** A reply whose documents are sent as stored, without decoding. */
export class Batch {
  constructor(
    readonly cursor: { readonly id: number; readonly ns: string; readonly postBatchResumeToken?: object },
    readonly field: 'firstBatch' | 'nextBatch',
    readonly documents: readonly Buffer[],
  ) {}
}
