import { keyOf } from '../bson/encode';
import { valueAt } from '../bson/paths';
import type { Document } from '../bson/values';
import { fail } from '../errors';
import { variablesOf } from './expressions';
import { withPath } from './set-path';
import type { PipelineContext, Run, Stage } from './stage';

interface Lookup {
  readonly from: string;
  readonly as: string;
  readonly localField?: string;
  readonly foreignField?: string;
  readonly let?: Document;
  readonly pipeline?: Document[];
}

function foreign(document: Document, { from, localField, foreignField }: Lookup, context: PipelineContext) {
  if (localField === undefined || foreignField === undefined) return context.collection(from);
  const value = valueAt(document, localField.split('.'));
  const wanted: unknown[] = Array.isArray(value) ? value : [value ?? null];
  const found = wanted.flatMap((one) => context.lookup(from, foreignField, one));
  return [...new Map(found.map((one) => [keyOf(one._id), one])).values()];
}

function lookup(
  documents: readonly Document[],
  spec: Lookup,
  context: PipelineContext,
  run: Run,
): Document[] {
  if (typeof spec.from !== 'string' || typeof spec.as !== 'string')
    fail(9, "$lookup needs 'from' and 'as' as strings");
  return documents.map((document) => {
    const variables = variablesOf(spec.let, context.variables, document);
    const joined = foreign(document, spec, context);
    const found = spec.pipeline ? run(joined, spec.pipeline, { ...context, variables }) : joined;
    return withPath(document, spec.as.split('.'), () => found) as Document;
  });
}

/** The stages that read other collections or run pipelines of their own. */
export const joiningStages: Readonly<Record<string, Stage>> = {
  $lookup: lookup,
  $facet: (documents, facets: Record<string, Document[]>, context, run) => [
    Object.fromEntries(
      Object.entries(facets).map(([name, pipeline]) => [name, run(documents, pipeline, context)]),
    ),
  ],
  $unionWith: (documents, spec: string | Document, context, run) => {
    const { coll, pipeline = [] } = typeof spec === 'string' ? { coll: spec } : spec;
    return [...documents, ...run(context.collection(String(coll)), pipeline as Document[], context)];
  },
};
