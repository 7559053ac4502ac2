import { compare } from '../bson/compare';
import { checkPath } from '../bson/paths';
import { isNumber, toNumber, type Document } from '../bson/values';
import { fail, MongoError, notOffered } from '../errors';
import { tuples } from '../index-keys/tuples';

type Keys = readonly (readonly [string, 1 | -1])[];

/** The paths and directions of a sort; 15975 for anything but 1 and -1. */
export const sortKeys = (sort: Document): Keys =>
  Object.entries(sort).map(([path, direction]) => {
    if (path === '$natural') notOffered('a sort by $natural');
    checkPath(path);
    const value = isNumber(direction) ? toNumber(direction) : 0;
    if (Math.abs(value) !== 1)
      fail(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return [path, value as 1 | -1];
  });

function orderOf(one: readonly unknown[], other: readonly unknown[], keys: Keys): number {
  for (const [at, [, direction]] of keys.entries()) {
    const order = compare(one[at], other[at]);
    if (order !== 0) return order * direction;
  }
  return 0;
}

/** The sort key: of arrays the first element in sort order; fields of one array come from the same element. */
function rowOf(document: unknown, keys: Keys): readonly unknown[] {
  const slots = keys.map(([path]) => ({ value: document, rest: path.split('.') }));
  let found: readonly unknown[] | undefined;
  try {
    for (const row of tuples(slots)) if (!found || orderOf(row, found, keys) < 0) found = row;
  } catch (error) {
    if (error instanceof MongoError && error.code === 171)
      fail(2, 'cannot sort with keys that are parallel arrays');
    throw error;
  }
  return found ?? [];
}

interface Row<T> {
  readonly item: T;
  readonly row: readonly unknown[];
}

const RUN = 1000;

/** Sorts items by their `document`, stably, in MongoDB's order, in runs that are merged at the end. */
export class SortedRuns<T> {
  private readonly keys: Keys;
  private readonly runs: Row<T>[][] = [];
  private current: Row<T>[] = [];

  /** With `most` above 0, only the first so many are kept. */
  constructor(
    private readonly document: (item: T) => unknown,
    sort: Document,
    private readonly most: number,
  ) {
    this.keys = sortKeys(sort);
  }

  private order = (one: Row<T>, other: Row<T>) => orderOf(one.row, other.row, this.keys);

  add(item: T): void {
    this.current.push({ item, row: rowOf(this.document(item), this.keys) });
    if (this.current.length >= RUN + this.most) this.endRun();
  }

  private endRun(): void {
    this.current.sort(this.order);
    if (this.most > 0) this.current.length = Math.min(this.current.length, this.most);
    else {
      this.runs.push(this.current);
      this.current = [];
    }
  }

  /** The items in order: of equal ones, those that were added first. */
  *merged(): Generator<T> {
    this.current.sort(this.order);
    // a heap of the first rows: [run, position in it]
    const all = [...this.runs, this.current].filter((run) => run.length > 0);
    const heap = all.map((_, run): [run: number, at: number] => [run, 0]);
    const before = ([run, at]: [number, number], [other, atOther]: [number, number]) =>
      this.order(all[run]![at]!, all[other]![atOther]!) || run - other;
    const sink = (from: number) => {
      for (let at = from; ;) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2])
          if (child < heap.length && before(heap[child]!, heap[least]!) < 0) least = child;
        if (least === at) return;
        [heap[at], heap[least]] = [heap[least]!, heap[at]!];
        at = least;
      }
    };
    for (let at = heap.length - 1; at >= 0; at--) sink(at);
    for (let [first] = heap; first; [first] = heap) {
      yield all[first[0]]![first[1]]!.item;
      if (++first[1] >= all[first[0]]!.length) {
        const last = heap.pop()!;
        if (heap.length === 0) return;
        heap[0] = last;
      }
      sink(0);
    }
  }
}
