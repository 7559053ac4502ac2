import { equal } from '../bson/compare';
import { clone, fieldOf, isDocument, isOperators, type Document } from '../bson/values';
import { fail } from '../errors';
import { arrayOperators } from './array-operators';
import { checkArrayFilters, expandPath, isPositional, type UpdateContext } from './array-positions';
import { fieldOperators, type UpdateOperator } from './field-operators';
import { visitPath } from './path';
import { show } from './show';

const operators: Readonly<Record<string, UpdateOperator>> = { ...fieldOperators, ...arrayOperators };

interface Job {
  readonly operator: string;
  readonly path: string;
  readonly argument: unknown;
}

function jobsOf(update: Document): Job[] {
  return Object.entries(update).flatMap(([operator, fields]) => {
    if (operator !== '$rename' && !Object.hasOwn(operators, operator)) {
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

function checkPaths(jobs: readonly Job[]) {
  const seen: string[] = [];
  for (const { operator, path, argument } of jobs) {
    for (const one of operator === '$rename' ? [path, String(argument)] : [path]) {
      if (one.split('.').includes(''))
        fail(56, `The update path '${one}' contains an empty field name, which is not allowed.`);
      const other = seen.find(
        (known) => known === one || known.startsWith(`${one}.`) || one.startsWith(`${known}.`),
      );
      if (other !== undefined) {
        fail(
          40,
          `Updating the path '${one}' would create a conflict at '${other.length < one.length ? other : one}'`,
        );
      }
      seen.push(one);
    }
  }
}

/** 2 for a path of a `$rename` that leads through an array. */
function checkNoArray(document: Document, path: string, which: 'source' | 'destination') {
  let at: unknown = document;
  for (const key of path.split('.').slice(0, -1)) {
    at = isDocument(at) ? fieldOf(at, key) : undefined;
    if (Array.isArray(at)) fail(2, `The ${which} field cannot be an array element, '${path}' in doc`);
  }
}

function rename(document: Document, from: string, to: string) {
  checkNoArray(document, from, 'source');
  let moved: unknown;
  visitPath(document, from.split('.'), false, (box, key, old) => {
    moved = old;
    delete box[key];
  });
  if (moved === undefined) return;
  checkNoArray(document, to, 'destination');
  visitPath(document, to.split('.'), true, (box, key) => {
    box[key] = moved;
  });
}

function byOperators(document: Document, update: Document, context: UpdateContext): Document {
  const out = clone(document);
  const jobs = jobsOf(update);
  checkPaths(jobs);
  checkArrayFilters(
    jobs.map(({ path }) => path),
    context.arrayFilters,
  );
  // new fields appear in the order of their names, as MongoDB 5 and later write them
  jobs.sort((one, other) => (one.path < other.path ? -1 : 1));
  // positions are those of the document as it was matched, never of a half updated one
  const steps = jobs
    .filter(({ operator }) => operator !== '$setOnInsert' || context.insert)
    .flatMap((job) =>
      job.operator === '$rename'
        ? [{ ...job, keys: job.path.split('.') }]
        : expandPath(document, job.path, context).map((keys) => ({ ...job, keys })),
    );
  if (jobs.some(({ path }) => isPositional(path))) {
    checkPaths(steps.map((step) => ({ ...step, path: step.keys.join('.') })));
  }
  for (const { operator, path, argument, keys } of steps) {
    const work = operators[operator];
    if (!work) {
      rename(out, path, String(argument));
      continue;
    }
    visitPath(out, keys, work.create, (box, key, old) => work.apply({ box, key, old, argument, path }));
  }
  return out;
}

const withId = (id: unknown, { _id, ...rest }: Document): Document => {
  const own: unknown = _id === undefined ? id : _id;
  return own === undefined ? rest : { _id: own, ...rest };
};

/** The document after an update (operators or a replacement); the one given stays as it is. 66 for another _id. */
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
