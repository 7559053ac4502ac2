import { equal } from '../bson/compare';
import { clone, isDocument, isOperators, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import { arrayOperators } from './array-operators';
import { checkArrayFilters, expandPath, isPositional, type UpdateContext } from './array-positions';
import { fieldOperators, type UpdateOperator } from './field-operators';
import { visitPath } from './path';
import { show } from './path';

export const UPDATES: Readonly<Record<string, UpdateOperator>> = { ...fieldOperators, ...arrayOperators };

const LEFT_OUT = ['$bit', '$currentDate', '$rename'];

interface Job {
  readonly operator: string;
  readonly path: string;
  readonly argument: unknown;
}

function jobsOf(update: Document): Job[] {
  return Object.entries(update).flatMap(([operator, fields]) => {
    if (LEFT_OUT.includes(operator)) notOffered(operator);
    if (!Object.hasOwn(UPDATES, operator)) {
      fail(
        9,
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDocument(fields)) {
      return fail(
        9,
        `Modifiers operate on fields but we found type ${typeof fields} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${show(fields)}}`,
      );
    }
    return Object.entries(fields).map(([path, argument]) => ({ operator, path, argument }));
  });
}

function checkPaths(paths: readonly string[]) {
  const seen: string[] = [];
  for (const one of paths) {
    if (one.split('.').includes(''))
      fail(56, `The update path '${one}' contains an empty field name, which is not allowed.`);
    const other = seen.find(
      (known) => known === one || known.startsWith(`${one}.`) || one.startsWith(`${known}.`),
    );
    if (other !== undefined) {
      const place = other.length < one.length ? other : one;
      fail(40, `Updating the path '${one}' would create a conflict at '${place}'`);
    }
    seen.push(one);
  }
}

const pathsOf = (jobs: readonly Job[]) => jobs.map(({ path }) => path);

function byOperators(document: Document, update: Document, context: UpdateContext): Document {
  const out = clone(document);
  const jobs = jobsOf(update);
  checkPaths(pathsOf(jobs));
  checkArrayFilters(pathsOf(jobs), context.arrayFilters);
  // new fields are sorted by name, as in MongoDB 5 and later
  jobs.sort((one, other) => (one.path < other.path ? -1 : 1));
  // positions refer to the matched document, not to a partly updated one
  const steps = jobs
    .filter(({ operator }) => operator !== '$setOnInsert' || context.insert)
    .flatMap((job) => expandPath(document, job.path, context).map((keys) => ({ ...job, keys })));
  if (pathsOf(jobs).some(isPositional)) checkPaths(steps.map(({ keys }) => keys.join('.')));
  context.steps?.push(...steps);
  for (const { operator, path, argument, keys } of steps) {
    const { create, apply } = UPDATES[operator] as UpdateOperator;
    visitPath(out, keys, create, (box, key, old) => apply({ box, key, old, argument, path }));
  }
  return out;
}

/** Refuses, before any document is read, an update that mixes operators and fields (9, 52), replaces many (9), or is empty. */
export function checkUpdate(update: unknown, multi: boolean) {
  if (Array.isArray(update)) notOffered('an update written as a pipeline');
  if (!isDocument(update)) return fail(9, 'Either an update or remove=true must be specified');
  if (Object.keys(update)[0]?.startsWith('$')) return checkPaths(pathsOf(jobsOf(update)));
  if (multi) fail(9, 'multi update is not supported for replacement-style update');
  const operator = Object.keys(update).find((key) => key.startsWith('$'));
  if (operator !== undefined)
    fail(52, `The dollar ($) prefixed field '${operator}' in '${operator}' is not allowed in a replacement.`);
  return undefined;
}

const withId = (id: unknown, { _id, ...rest }: Document): Document => {
  const own: unknown = _id === undefined ? id : _id;
  return own === undefined ? rest : { _id: own, ...rest };
};

/** The document after an update (operators or a replacement); does not change its input. 66 for another _id. */
export function applyUpdate(document: Document, update: unknown, context: UpdateContext): Document {
  const id: unknown = document._id;
  const out = isOperators(update)
    ? byOperators(document, update, context)
    : withId(id, clone(update as Document));
  if (id !== undefined && !context.insert && (out._id === undefined || !equal(id, out._id))) {
    fail(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  return out;
}
