import { isDocument, type Document } from '../bson/values';
import { fail } from '../errors';
import { joiningStages } from './joining-stages';
import type { PipelineContext, Run, Stage } from './stage';
import { stages } from './stages';

const known: Readonly<Record<string, Stage>> = { ...stages, ...joiningStages };
const WRITING = new Set(['$out', '$merge']);
const UPDATING = new Set(['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith']);
const REFUSED = new Set(
  (
    '$geoNear $search $searchMeta $vectorSearch $collStats $indexStats $planCacheStats $currentOp $listSessions ' +
    '$listLocalSessions $changeStream $changeStreamSplitLargeEvent $bucketAuto $densify $fill $documents $graphLookup ' +
    '$redact $setWindowFields'
  ).split(' '),
);

/** The operator of a stage. */
export const stageName = (stage: Document): string => Object.keys(stage)[0] ?? '';

/** Refuses a pipeline before any document is read: 14, 40323, 40324, 40601, 303 for known stages that are left out, 72 in updates. */
export function checkPipeline(
  pipeline: unknown,
  use: 'read' | 'update' = 'read',
): asserts pipeline is Document[] {
  if (!Array.isArray(pipeline)) return fail(14, "'pipeline' option must be specified as an array");
  for (const [at, stage] of (pipeline as unknown[]).entries()) {
    if (!isDocument(stage) || Object.keys(stage).length !== 1) {
      fail(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    const name = stageName(stage as Document);
    if (REFUSED.has(name)) fail(303, `${name} is not supported by the embedded server`);
    if (!WRITING.has(name) && !Object.hasOwn(known, name))
      fail(40324, `Unrecognized pipeline stage name: '${name}'`);
    if (use === 'update' && !UPDATING.has(name))
      fail(72, `${name} is not allowed to be used within an update`);
    if (WRITING.has(name) && at < pipeline.length - 1)
      fail(40601, `${name} can only be the final stage in the pipeline`);
  }
}

/** Runs the stages over the documents; `$out` and `$merge` are the caller's to do. */
export const runPipeline: Run = (documents, pipeline, context) => {
  checkPipeline(pipeline);
  return pipeline.reduce<Document[]>((rest, stage) => {
    const name = stageName(stage);
    const step = known[name] ?? fail(40601, `${name} cannot be used inside of another stage`);
    return step(rest, stage[name] as never, context, runPipeline);
  }, documents);
};

const alone: PipelineContext = { collection: () => [], lookup: () => [] };

/** An update written as a pipeline, on one document. */
export function runUpdatePipeline(
  document: Document,
  pipeline: unknown,
  variables: Document | undefined,
): Document {
  checkPipeline(pipeline, 'update');
  return runPipeline([document], pipeline, { ...alone, variables })[0] ?? {};
}
