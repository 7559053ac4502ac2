import type { Fold } from '../bson/encode';
import type { Document } from '../bson/values';

/** What a pipeline needs to know of the world around it. */
export interface PipelineContext {
  readonly variables?: Document | undefined;
  readonly fold?: Fold;
  /** All documents of another collection. */
  readonly collection: (name: string) => Document[];
  /** The documents of another collection whose field equals the value, by its index. */
  readonly lookup: (name: string, field: string, value: unknown) => Document[];
}

export type Run = (
  documents: Document[],
  pipeline: readonly Document[],
  context: PipelineContext,
) => Document[];

/** One stage: the documents after it. `run` runs a pipeline inside of it. */
export type Stage = (documents: Document[], spec: never, context: PipelineContext, run: Run) => Document[];
