import BTreeModule from 'sorted-btree';

type Tree<V> = BTreeModule<string, V>;
// the package is CommonJS: Node and jest disagree on where its default export is
const BTree = (BTreeModule as unknown as { default?: typeof BTreeModule }).default ?? BTreeModule;

const byteOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export interface Entry<V> {
  readonly key: string;
  readonly value: V;
}

/** A range from `low` up to, not including, `high`. */
export interface Range {
  readonly low: string;
  readonly high: string;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Keys sorted by bytes (one character each); copies share unchanged parts. */
export class OrderedMap<V> {
  constructor(private readonly tree: Tree<V> = new BTree<string, V>(undefined, byteOrder, 64)) {}

  get = (key: string): V | undefined => this.tree.get(key);

  set(key: string, value: V) {
    this.tree.set(key, value);
  }

  /** Returns whether the key is new; an existing key is not changed. */
  add = (key: string, value: V): boolean => this.tree.setIfNotPresent(key, value);

  delete = (key: string): boolean => this.tree.delete(key);

  /** A copy in constant time, independent of later changes. */
  copy = () => new OrderedMap(this.tree.clone());

  count = (low: string, high: string) => this.tree.forRange(low, high, false);

  range({ low, high, reverse = false, limit = Number.POSITIVE_INFINITY }: Range): Entry<V>[] {
    const found: Entry<V>[] = [];
    if (reverse) {
      for (const [key, value] of this.tree.entriesReversed(high)) {
        if (key >= high) continue;
        if (key < low || found.length >= limit) break;
        found.push({ key, value });
      }
      return found;
    }
    this.tree.forRange(low, high, false, (key, value) => {
      found.push({ key, value });
      return found.length >= limit ? { break: true } : undefined;
    });
    return found;
  }

  entries = () => this.tree.entries();
}
