import { decodeTyped, toBson } from '../bson/codec';
import { checkPath } from '../bson/paths';
import { cut, type Tree } from '../bson/pick';
import { isDocument, isNumber, toNumber, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';

const isFlag = (value: unknown) => typeof value === 'boolean' || isNumber(value);
const isOn = (value: unknown) => value === true || (isNumber(value) && toNumber(value) !== 0);

function plant(tree: Tree, path: string) {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at = tree;
  for (const key of keys) {
    const next = at.get(key) ?? new Map();
    if (next === true) return fail(31249, `Path collision at ${path}`);
    at.set(key, next);
    at = next;
  }
  if (at.has(last)) fail(31250, `Path collision at ${path}`);
  at.set(last, true);
  return undefined;
}

/** Parses a projection that includes or excludes fields; 31253 and 31254 if it does both, 303 if it computes. */
function shapeOf(spec: Document) {
  const flags = Object.entries(spec);
  for (const [path, value] of flags) {
    if (path.endsWith('.$')) notOffered('the positional projection');
    checkPath(path);
    if (!isFlag(value)) notOffered(`a projection of ${path} that is no 0 or 1`);
  }
  const first = flags.find(([path]) => path !== '_id');
  const id = flags.find(([path]) => path === '_id');
  const including = first ? isOn(first[1]) : id !== undefined && isOn(id[1]);
  const tree: Tree = new Map();
  for (const [path, value] of flags) {
    if (path !== '_id' && isOn(value) !== including) {
      if (isOn(value)) fail(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
      fail(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    }
    if (isOn(value) === including) plant(tree, path);
  }
  if (including && !id) tree.set('_id', true);
  return { including, tree };
}

function prune(value: unknown, tree: Tree, including: boolean): unknown {
  if (Array.isArray(value)) {
    return value.map((one: unknown) => prune(one, tree, including)).filter((one) => one !== undefined);
  }
  if (!isDocument(value)) return including ? undefined : value;
  const out: Document = {};
  for (const [key, one] of Object.entries(value)) {
    const branch = tree.get(key);
    const next = branch instanceof Map ? prune(one, branch, including) : one;
    if (branch instanceof Map ? next !== undefined : (branch === true) === including) out[key] = next;
  }
  return out;
}

/** Applies a projection to stored documents, for `find` and `findAndModify`. */
export function projector(spec: Document): (raw: Buffer) => Buffer {
  if (Object.keys(spec).length === 0) return (raw) => raw;
  const { tree, including } = shapeOf(spec);
  return (raw) => cut(raw, tree, including) ?? toBson(prune(decodeTyped(raw), tree, including) as Document);
}
