import { keyOf } from '../bson/encode';
import { isDocument, isNumber, toNumber, type Document } from '../bson/values';
import { fail } from '../errors';
import { compile } from '../query/compile';
import { accumulatorOf } from './accumulators';
import { evaluate } from './expressions';
import { addFields, applyShape, shapeOf } from './projection';
import { sortBy } from './sort';
import type { PipelineContext, Stage } from './stage';
import { withPath } from './set-path';

const whole = (name: string, value: unknown, least: number): number => {
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(number) || number < least)
    fail(least === 1 ? 15958 : 15956, `invalid argument to ${name} stage: ${String(value)}`);
  return number;
};

function group(
  documents: readonly Document[],
  spec: Document,
  { fold, variables }: PipelineContext,
): Document[] {
  if (!('_id' in spec)) fail(15955, 'a group specification must include an _id');
  const { _id, ...fields } = spec;
  const wanted = Object.entries(fields).map(
    ([field, value]) => [field, accumulatorOf(field, value)] as const,
  );
  const groups = new Map<string, { readonly id: unknown; readonly members: Document[] }>();
  for (const document of documents) {
    const id = evaluate(document, _id, variables) ?? null;
    const key = keyOf(id, fold);
    const known = groups.get(key);
    if (known) known.members.push(document);
    else groups.set(key, { id, members: [document] });
  }
  return [...groups.values()].map(({ id, members }) => ({
    _id: id,
    ...Object.fromEntries(
      wanted.map(([field, { expression, accumulate }]) => [
        field,
        accumulate(members.map((member) => evaluate(member, expression, variables))),
      ]),
    ),
  }));
}

interface Bucket {
  readonly groupBy: unknown;
  readonly boundaries: readonly unknown[];
  readonly default?: unknown;
  readonly output?: Document;
}

function bucket(documents: readonly Document[], spec: Bucket, context: PipelineContext): Document[] {
  const { groupBy, boundaries, default: other, output = { count: { $sum: 1 } } } = spec;
  if (!Array.isArray(boundaries) || boundaries.length < 2)
    fail(40191, "$bucket requires 'boundaries' of at least two values");
  const otherwise = other === undefined ? { $switch: { branches: [{ case: false }] } } : { $literal: other };
  const choice = boundaries.slice(0, -1).reduceRight((rest: unknown, from, at) => {
    const inside = [
      { $gte: [groupBy, { $literal: from }] },
      { $lt: [groupBy, { $literal: boundaries[at + 1] }] },
    ];
    return { $cond: [{ $and: inside }, { $literal: from }, rest] };
  }, otherwise);
  return sortBy(group(documents, { ...output, _id: choice }, context), (one) => one, { _id: 1 });
}

function unwind(documents: readonly Document[], spec: string | Document): Document[] {
  const {
    path,
    includeArrayIndex,
    preserveNullAndEmptyArrays = false,
  } = typeof spec === 'string' ? { path: spec } : (spec as Document);
  if (typeof path !== 'string' || !path.startsWith('$'))
    fail(28818, `path option to $unwind stage should be prefixed with a '$': ${String(path)}`);
  const keys = (path as string).slice(1).split('.');
  const numbered = (document: unknown, at: number | null) =>
    (typeof includeArrayIndex === 'string'
      ? withPath(document, includeArrayIndex.split('.'), () => at)
      : document) as Document;
  return documents.flatMap((document) => {
    const value = keys.reduce<unknown>((one, key) => (isDocument(one) ? one[key] : undefined), document);
    if (Array.isArray(value) && value.length > 0) {
      return value.map((one: unknown, at) =>
        numbered(
          withPath(document, keys, () => one),
          at,
        ),
      );
    }
    if (value !== undefined && value !== null && !Array.isArray(value)) return [numbered(document, null)];
    if (!preserveNullAndEmptyArrays) return [];
    return [numbered(Array.isArray(value) ? withPath(document, keys, () => undefined) : document, null)];
  });
}

function replaceRoot(documents: readonly Document[], expression: unknown, { variables }: PipelineContext) {
  return documents.map((document) => {
    const root = evaluate(document, expression, variables);
    return isDocument(root) ? root : fail(40228, "'newRoot' expression must evaluate to an object");
  });
}

function sample<T>(documents: readonly T[], size: number): T[] {
  const pool = [...documents];
  for (let at = 0; at < Math.min(size, pool.length); at++) {
    const other = at + Math.floor(Math.random() * (pool.length - at));
    [pool[at], pool[other]] = [pool[other] as T, pool[at] as T];
  }
  return pool.slice(0, size);
}

const add = (documents: readonly Document[], spec: Document, { variables }: PipelineContext) =>
  documents.map((document) => addFields(document, spec, variables));

const project = (documents: readonly Document[], spec: Document, { variables }: PipelineContext) => {
  const shape = shapeOf(spec);
  return documents.map((document) => applyShape(document, shape, variables));
};

/** The stages over one stream of documents, each as MongoDB does it. */
export const stages: Readonly<Record<string, Stage>> = {
  $match: (documents, filter: Document, { fold, variables }) =>
    documents.filter(compile(filter, { fold, variables })),
  $sort: (documents, sort: Document, { fold }) => sortBy(documents, (one) => one, sort, fold),
  $skip: (documents, count: unknown) => documents.slice(whole('$skip', count, 0)),
  $limit: (documents, count: unknown) => documents.slice(0, whole('$limit', count, 1)),
  $group: group,
  $bucket: bucket,
  $count: (documents, field: string) => (documents.length > 0 ? [{ [field]: documents.length }] : []),
  $sortByCount: (documents, expression: unknown, context) =>
    sortBy(group(documents, { _id: expression, count: { $sum: 1 } }, context), (one) => one, { count: -1 }),
  $unwind: unwind,
  $project: project,
  $addFields: add,
  $set: add,
  $unset: (documents, fields: string | string[], context) =>
    project(documents, Object.fromEntries([fields].flat().map((field) => [field, 0])), context),
  $replaceRoot: (documents, { newRoot }: Document, context) => replaceRoot(documents, newRoot, context),
  $replaceWith: replaceRoot,
  $sample: (documents, { size }: Document) => sample(documents, whole('$sample', size, 0)),
};
