import { isDocument, isNumber, isOperators, toNumber, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';

type Tree = Map<string, Tree | true>;

export interface Shape {
  /** Fields named stay and others go, or the other way round. */
  readonly including: boolean;
  readonly tree: Tree;
}

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

/** `{ a: { b: 1 } }` as `a.b`; what an operator computes stays whole. */
const flatten = (spec: Document, prefix = ''): (readonly [string, unknown])[] =>
  Object.entries(spec).flatMap(([key, value]) =>
    isDocument(value) && !isOperators(value) && Object.keys(value).length > 0
      ? flatten(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as const],
  );

/** Reads a projection; 31253 and 31254 where it names and leaves out at once. `kept` are paths another operator shapes. */
export function shapeOf(spec: Document, kept: readonly string[] = []): Shape {
  const entries = flatten(spec).filter(([path]) => !kept.includes(path));
  const flags = entries.filter(([, value]) => isFlag(value));
  if (flags.length < entries.length) notOffered('a projection that computes a field');
  const first = flags.find(([path]) => path !== '_id');
  const id = flags.find(([path]) => path === '_id');
  const including = first ? isOn(first[1]) : id !== undefined && isOn(id[1]) && kept.length === 0;
  const tree: Tree = new Map();
  for (const [path, value] of flags) {
    if (path !== '_id' && isOn(value) !== including) {
      if (isOn(value)) fail(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
      fail(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    }
    if (isOn(value) === including) plant(tree, path);
  }
  if (including && !id) tree.set('_id', true);
  if (including) for (const path of kept) plant(tree, path);
  return { including, tree };
}

function prune(value: unknown, tree: Tree, including: boolean): unknown {
  if (Array.isArray(value)) {
    const inner = value.map((one: unknown) => prune(one, tree, including));
    return inner.filter((one) => one !== undefined);
  }
  if (!isDocument(value)) return including ? undefined : value;
  const out: Document = {};
  for (const [key, one] of Object.entries(value)) {
    const branch = tree.get(key);
    const kept = branch === undefined ? !including : branch === true ? including : undefined;
    const next: unknown = kept === undefined ? prune(one, branch as Tree, including) : kept ? one : undefined;
    if (next !== undefined) out[key] = next;
  }
  return out;
}

/** A document cut to its shape. */
export const applyShape = (document: Document, { tree, including }: Shape): Document =>
  prune(document, tree, including) as Document;
