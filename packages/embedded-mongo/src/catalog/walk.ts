import type { Entry } from '../storage/ordered-map';
import type { Value } from '../storage/record';
import type { Entries } from './transaction';

const FIRST = 8;
const LARGEST = 512;

/** Walks a range in growing parts, each sought anew: it stays right while others write between two parts. */
export function* walk(
  entries: Entries,
  low: string,
  high: string,
  reverse: boolean,
): Generator<Entry<Value>> {
  let [from, to] = [low, high];
  for (let limit = FIRST; ; limit = Math.min(limit * 4, LARGEST)) {
    const part = entries.range({ low: from, high: to, reverse, limit });
    yield* part;
    const last = part.at(-1)?.key;
    if (part.length < limit || last === undefined) return;
    if (reverse) to = last;
    else from = `${last}\0`;
  }
}
