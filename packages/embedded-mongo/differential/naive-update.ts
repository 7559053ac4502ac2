import {
  asked,
  copy,
  isArray,
  isDigits,
  isDoc,
  order,
  reached,
  spread,
  type Condition,
  type Doc,
  type Value,
} from './naive';

/** A refusal of the naive evaluation: the server must refuse, too. */
class Refused extends Error {}

function place(
  doc: Doc,
  path: string,
  create: boolean,
): { box: Record<string, Value>; key: string } | undefined {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let box: Value = doc;
  for (const [at, key] of [...keys, last].entries()) {
    if (isArray(box)) {
      if (!isDigits(key)) {
        if (create) throw new Refused(path);
        return undefined;
      }
      const missing = create ? Number(key) - box.length : 0;
      for (let added = 0; added < missing; added += 1) box.push(null);
    } else if (!isDoc(box)) {
      if (create) throw new Refused(path);
      return undefined;
    }
    if (at === keys.length) break;
    const inside = box as Record<string, Value>;
    if (inside[key] === undefined) {
      if (!create) return undefined;
      inside[key] = {};
    }
    box = inside[key] as Value;
  }
  return { box: box as Record<string, Value>, key: last };
}

function changed(operator: string, old: Value | undefined, argument: never): Value | undefined {
  const array = () => {
    if (old !== undefined && !isArray(old)) throw new Refused(operator);
    return [...(old ?? [])];
  };
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return copy(argument);
    case '$mul':
      if (old !== undefined && typeof old !== 'number') throw new Refused(operator);
      return (old ?? 0) * argument;
    case '$inc':
      if (old !== undefined && typeof old !== 'number') throw new Refused(operator);
      return (old ?? 0) + argument;
    case '$min':
      return old === undefined || order(argument, old) < 0 ? argument : old;
    case '$max':
      return old === undefined || order(argument, old) > 0 ? argument : old;
    case '$push':
      return [...array(), copy(argument)];
    case '$addToSet':
      return array().some((one) => order(one, argument) === 0) ? old : [...array(), copy(argument)];
    case '$pop':
      return old === undefined
        ? undefined
        : array().slice(...((argument === 1 ? [0, -1] : [1]) as [number, number]));
    case '$pull':
      if (old === undefined) return undefined;
      // a value is compared with the elements only
      return array().filter(
        (one) => !(isDoc(argument) ? asked(argument, [one]) : order(one, argument) === 0),
      );
    default:
      throw new Error(`the naive evaluation has no ${operator}`);
  }
}

/** The elements of `a` that `$`, `$[]` or `$[e]` in a path refers to. */
function placesOf(doc: Doc, path: string, { position, element }: Positions): string[] {
  const mark = /\$(?:\[\w*\])?/.exec(path)?.[0];
  if (mark === undefined) return [path];
  const array = doc[path.split('.')[0] ?? ''];
  if (!isArray(array) || (mark === '$' && position < 0)) throw new Refused(path);
  const inner = path.endsWith('.b') || path.endsWith('.c') ? 'b' : undefined;
  const meant = (one: Value) => {
    if (inner === undefined) return asked(element, spread([one]));
    return asked(element, spread(reached(one, ['b'])));
  };
  return array.flatMap((one, at) => {
    const hit = mark === '$' ? at === position : mark === '$[]' || meant(one);
    return hit ? [path.replace(mark, String(at))] : [];
  });
}

interface Positions {
  /** The element that `$` refers to. */
  readonly position: number;
  /** The condition of `$[e]` on an element, or on its field `b`. */
  readonly element: Condition;
  /** An upsert creates the document. */
  readonly insert?: boolean;
}

function stepsOf(doc: Doc, update: Record<string, Doc>, positions: Positions): [string, string, Value][] {
  return Object.entries(update)
    .filter(([operator]) => operator !== '$setOnInsert' || positions.insert)
    .flatMap(([operator, fields]) =>
      Object.entries(fields).flatMap(([path, argument]) =>
        placesOf(doc, path, positions).map((one): [string, string, Value] => [operator, one, argument]),
      ),
    );
}

/** The document after an update with operators; undefined when the update must be refused. */
export function updated(doc: Doc, update: Record<string, Doc>, positions: Positions): Doc | undefined {
  const out = copy(doc);
  try {
    for (const [operator, path, argument] of stepsOf(doc, update, positions)) {
      const at = place(out, path, !['$unset', '$pull', '$pop'].includes(operator));
      if (!at) continue;
      const old = at.box[at.key];
      if (operator === '$unset') {
        if (old === undefined) continue;
        if (isArray(at.box)) at.box[Number(at.key)] = null;
        else delete at.box[at.key];
      } else {
        const next = changed(operator, old, argument as never);
        if (next !== undefined) at.box[at.key] = next;
      }
    }
    return out;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** The first array element that meets a condition on it or on a field of it: the meaning of `$`. */
export const positionOf = (doc: Doc, path: string, wanted: Condition): number => {
  const [field = '', inner] = path.split('.');
  const array = doc[field];
  if (!isArray(array)) return -1;
  return array.findIndex((one) =>
    inner === undefined ? asked(wanted, [one], true) : isDoc(one) && asked(wanted, reached(one, [inner])),
  );
};

/** The initial document of an upsert: the equalities of its filter. */
export function seeded(seed: Doc): Doc {
  const out: Doc = {};
  for (const [path, value] of Object.entries(seed)) {
    const at = place(out, path, true);
    if (at) at.box[at.key] = value;
  }
  return out;
}
