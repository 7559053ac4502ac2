import { applyShape, shapeOf } from './shape';
import { withPath } from './set-path';
import { valueAt } from '../bson/paths';
import { isDocument, isNumber, isOperators, toNumber, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';
import { compile } from '../query/compile';
import { positional } from '../query/positional';

type Step = (out: Document, source: Document) => Document;

const at = (path: string, change: (value: unknown) => unknown): Step => {
  const keys = path.split('.');
  return (out) => withPath(out, keys, change) as Document;
};

function sliceStep(path: string, spec: unknown): Step {
  const parts = (Array.isArray(spec) ? spec : [0, spec]).map((one) =>
    isNumber(one) ? toNumber(one) : Number.NaN,
  );
  const [skip = 0, count = 0] = parts;
  if (parts.length !== 2 || parts.some(Number.isNaN))
    fail(28724, 'First argument to $slice must be an array or a number');
  if (!Array.isArray(spec)) {
    return at(path, (value) =>
      !Array.isArray(value) ? value : count < 0 ? value.slice(count) : value.slice(0, count),
    );
  }
  if (count <= 0) fail(28729, 'Third argument to $slice must be positive');
  const start = (array: unknown[]) => (skip < 0 ? Math.max(0, array.length + skip) : skip);
  return at(path, (value) =>
    Array.isArray(value) ? value.slice(start(value), start(value) + count) : value,
  );
}

function elementStep(path: string, wanted: unknown): Step {
  const test = compile({ v: { $elemMatch: wanted } });
  return at(path, (value) => {
    const found = Array.isArray(value) ? value.find((one: unknown) => test({ v: [one] })) : undefined;
    return found === undefined ? undefined : [found];
  });
}

function positionStep(path: string, filter: Document): Step {
  return (out, source) => {
    const array = valueAt(source, path.split('.'));
    if (!Array.isArray(array)) return out;
    const found = positional(filter, source, path, array);
    if (found < 0) {
      fail(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    }
    return withPath(out, path.split('.'), () => [array[found]]) as Document;
  };
}

/** How `find` and `findAndModify` cut documents: fields, `$slice`, `$elemMatch`, the positional `$`. */
export function projector(
  spec: Document,
  filter: Document,
  use: 'find' | 'aggregate' = 'find',
): (document: Document) => Document {
  if (Object.keys(spec).length === 0) return (document) => document;
  const steps: Step[] = [];
  const fields: Document = {};
  const kept: string[] = [];
  for (const [path, value] of Object.entries(spec)) {
    if (use === 'aggregate' && (path.includes('$') || isOperators(value)))
      notOffered('expressions in $project');
    if (path.endsWith('.$')) {
      fields[path.slice(0, -2)] = 1;
      steps.push(positionStep(path.slice(0, -2), filter));
    } else if (isDocument(value) && '$elemMatch' in value) {
      fields[path] = 1;
      steps.push(elementStep(path, value.$elemMatch));
    } else if (isDocument(value) && '$slice' in value) {
      kept.push(path);
      fields[path] = value;
      steps.push(sliceStep(path, value.$slice));
    } else fields[path] = value;
  }
  const excluding = Object.values(fields).some((value) => value === 0 || value === false);
  for (const [path, value] of Object.entries(spec)) {
    if (excluding && isDocument(value) && '$elemMatch' in value) delete fields[path];
  }
  const shape = shapeOf(fields, kept);
  return (document) => steps.reduce((out, step) => step(out, document), applyShape(document, shape));
}
