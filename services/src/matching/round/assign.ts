import { LIMITS } from '@flint/contracts';
import { atLevel, highOf, levelOfPair, lowOf, rowsOfPair } from './pairs';

/** People a list shows. */
export const SHOWN = LIMITS.matchesMax;
const RESERVE = 20;
/** People a list holds. */
export const WIDTH = SHOWN + RESERVE;
const PHASES = 5;
const ALL_SLOTS = 2 ** SHOWN - 1;
/** Slots, spread over the list, that are reserved for students with more need. */
const GIVEN = [2, 6, 10, 14, 0, 4, 8, 12, 16, 18];
/** Limits of attention, relative to the fair share, for each turn of filling lists one way. */
const CAPS = [1, 1.1, 1.2, 1.4, 1.7, 2.5, Number.POSITIVE_INFINITY];
/** The same limit for places given both ways in different slots. */
const MUTUAL_CAP = 1.1;

/** Share of the viewer's attention for that place: 22 % for the first of twenty, 2.5 % for the last. The sum is 1. */
export const attentionAt = (place: number): number =>
  Math.sqrt((place + 1) / SHOWN) - Math.sqrt(place / SHOWN);
const ATTENTION = Float64Array.from({ length: SHOWN }, (_, place) => attentionAt(place));

export interface Plan {
  readonly size: number;
  /** Packed pairs, each once; their levels and order are changed in place. */
  readonly pairs: Float64Array;
  /** Levels added to each of a student's pairs. */
  readonly lift: Int32Array;
  /** 1 for students who take part. */
  readonly present: Uint8Array;
  /** Probability that a student looks at the list. */
  readonly activity: Float32Array;
  /** Share of attention a student should get; the mean is 1. */
  readonly share: Float32Array;
  /** Levels per standard deviation of the scores. */
  readonly step: number;
}

/**
 * Makes all lists together. The best pairs first get the first place that is free on both sides, in phases of four places; between phases,
 * students with less attention move up. Places that stay free are given one way, first to students who lack attention.
 */
export class Assignment {
  /** Rows by student and place, -1 for none; the reserve follows the shown places. */
  readonly lists: Int32Array;
  /** Attention promised to each student. */
  readonly load: Float32Array;
  private readonly used: Int32Array;
  private readonly left: Int32Array;
  /** Per pair: 1 when the lower row lists the higher, 2 the reverse. */
  private readonly done: Uint8Array;
  /** The next free place in reserve, and the number of reserves a student is in. */
  private readonly next: Uint8Array;
  private readonly times: Uint16Array;
  private readonly fair: number;
  private readonly people: number;

  constructor(private readonly plan: Plan) {
    const { size, pairs, present, activity, share } = plan;
    this.lists = new Int32Array(size * WIDTH).fill(-1);
    this.load = new Float32Array(size);
    this.used = new Int32Array(size);
    this.left = new Int32Array(size);
    this.done = new Uint8Array(pairs.length);
    this.next = new Uint8Array(size).fill(SHOWN);
    this.times = new Uint16Array(size);
    let [people, given] = [0, 0];
    for (let i = 0; i < size; i++) {
      if (!present[i]) continue;
      people++;
      given += activity[i]!;
      const count = Math.min(GIVEN.length, Math.round((1 - share[i]!) * SHOWN));
      for (let g = 0; g < count; g++) this.left[i]! |= 1 << GIVEN[g]!;
      this.used[i] = this.left[i]!;
    }
    this.people = Math.max(1, people);
    this.fair = given / this.people;
  }

  run(): this {
    this.relevel(this.plan.lift);
    this.fillLayers();
    this.fillBothWays();
    for (let i = 0; i < this.plan.size; i++) this.used[i]! &= ~this.left[i]!;
    for (const cap of CAPS) this.fillSides((me, other) => this.offer(me, other, cap));
    for (const most of [RESERVE, Number.POSITIVE_INFINITY])
      this.fillSides((me, other) => this.retain(me, other, most));
    return this;
  }

  private relevel(add: Int32Array): void {
    const { pairs } = this.plan;
    for (let k = 0; k < pairs.length; k++) {
      const rows = rowsOfPair(pairs[k]!);
      const a = lowOf(rows);
      pairs[k] = atLevel(levelOfPair(pairs[k]!) + add[a]! + add[highOf(rows, a)]!, rows);
    }
    pairs.sort();
  }

  /** Levels for students with less attention than others so far, less what was added before. */
  private raiseLacking(before: Int32Array): Int32Array {
    const { size, present, share, step } = this.plan;
    let mean = 0;
    for (let i = 0; i < size; i++) if (present[i]) mean += this.load[i]! / share[i]! / this.people;
    const add = new Int32Array(size);
    for (let i = 0; i < size; i++) {
      const lack = mean > 0 ? Math.max(-1, 1 - this.load[i]! / share[i]! / mean) : 0;
      const now = Math.round(step * lack);
      add[i] = now - before[i]!;
      before[i] = now;
    }
    return add;
  }

  private isOnList(me: number, other: number): boolean {
    const { lists } = this;
    for (let at = me * WIDTH; at < me * WIDTH + SHOWN; at++) if (lists[at] === other) return true;
    return false;
  }

  private fillLayers(): void {
    const { size, pairs, activity } = this.plan;
    const { lists, load, used } = this;
    const before = new Int32Array(size);
    for (let phase = 1; phase <= PHASES; phase++) {
      const mask = 2 ** Math.round((SHOWN * phase) / PHASES) - 1;
      if (phase > 1) this.relevel(this.raiseLacking(before));
      for (let k = pairs.length - 1; k >= 0; k--) {
        const rows = rowsOfPair(pairs[k]!);
        const a = lowOf(rows);
        const b = highOf(rows, a);
        const free = mask & ~(used[a]! | used[b]!);
        if (free === 0 || (phase > 1 && this.isOnList(a, b))) continue;
        const bit = free & -free;
        const slot = 31 - Math.clz32(bit);
        used[a]! |= bit;
        used[b]! |= bit;
        load[a]! += ATTENTION[slot]! * activity[b]!;
        load[b]! += ATTENTION[slot]! * activity[a]!;
        lists[a * WIDTH + slot] = b;
        lists[b * WIDTH + slot] = a;
      }
    }
  }

  /** The first free slot, or -1. */
  private freeSlot(me: number): number {
    const free = ~this.used[me]! & ALL_SLOTS;
    return free === 0 ? -1 : 31 - Math.clz32(free & -free);
  }

  private give(me: number, other: number, slot: number): void {
    this.used[me]! |= 1 << slot;
    this.lists[me * WIDTH + slot] = other;
    this.load[other]! += ATTENTION[slot]! * this.plan.activity[me]!;
  }

  private fillBothWays(): void {
    const { pairs, share } = this.plan;
    const { load, fair, done } = this;
    for (let k = pairs.length - 1; k >= 0; k--) {
      const rows = rowsOfPair(pairs[k]!);
      const a = lowOf(rows);
      const b = highOf(rows, a);
      if (this.isOnList(a, b)) {
        done[k] = 3;
        continue;
      }
      const [slotA, slotB] = [this.freeSlot(a), this.freeSlot(b)];
      if (slotA < 0 || slotB < 0) continue;
      if (load[a]! > fair * share[a]! * MUTUAL_CAP || load[b]! > fair * share[b]! * MUTUAL_CAP) continue;
      this.give(a, b, slotA);
      this.give(b, a, slotB);
      done[k] = 3;
    }
  }

  /** Adds one to the other's list if there is room and their attention stays below that multiple of their share. */
  private offer(me: number, other: number, cap: number): boolean {
    const { activity, share } = this.plan;
    const slot = this.freeSlot(me);
    if (slot < 0) return false;
    if (this.load[other]! + ATTENTION[slot]! * activity[me]! > cap * this.fair * share[other]!) return false;
    this.give(me, other, slot);
    return true;
  }

  /** Calls `add` for both sides of each pair, best first, unless one lists the other already. */
  private fillSides(add: (me: number, other: number) => boolean): void {
    const { pairs } = this.plan;
    const { done } = this;
    for (let k = pairs.length - 1; k >= 0; k--) {
      if (done[k] === 3) continue;
      const rows = rowsOfPair(pairs[k]!);
      const a = lowOf(rows);
      const b = highOf(rows, a);
      if (!(done[k]! & 1) && add(a, b)) done[k]! |= 1;
      if (!(done[k]! & 2) && add(b, a)) done[k]! |= 2;
    }
  }

  /** Adds one to the other's reserve, if there is room and they are in fewer than that many. */
  private retain(me: number, other: number, most: number): boolean {
    const { lists, next, times } = this;
    if (next[me]! >= WIDTH || times[other]! >= most) return false;
    lists[me * WIDTH + next[me]!++] = other;
    times[other]!++;
    return true;
  }
}
