import { createRandom, type Random } from '../seed/random';
import { attentionAt, SHOWN, WIDTH } from '../src/matching/round/assign';
import { timeBetween } from '../src/matching/round/score-rows';
import { fitOf, GROUPS, type Campus } from './campus';
import type { Night, Order } from './orders';

/** Probability that an offer of that compatibility is accepted. */
const acceptance = (fit: number): number => Math.min(0.9, Math.max(0.05, (fit - 0.3) * 2));
const ATTENTION = Float64Array.from({ length: SHOWN }, (_, place) => attentionAt(place));

interface Offer {
  readonly from: number;
  readonly week: number;
}

/** One person shown to another, in order of time. */
export interface Look {
  readonly viewer: number;
  readonly shown: number;
  readonly place: number;
}

/** The outcome of some weeks, by row. */
export interface History {
  readonly campus: Campus;
  readonly weeksPresent: Int32Array;
  readonly times: Float64Array;
  readonly attention: Float64Array;
  readonly offers: Int32Array;
  readonly dates: Int32Array;
  readonly totalDates: number;
  readonly looks: readonly Look[];
}

function shuffle(turn: Int32Array, random: Random): void {
  for (let i = turn.length - 1; i > 0; i--) {
    const j = Math.floor(random.next() * (i + 1));
    [turn[i], turn[j]] = [turn[j]!, turn[i]!];
  }
}

/** Roughly normal, standard deviation 1. */
const normal = (random: Random) =>
  (random.next() + random.next() + random.next() + random.next() + random.next() + random.next() - 3) * 1.41;

/** Attraction beyond the score: fixed for each ordered pair, standard deviation 1. */
function spark(a: number, b: number, seed: number): number {
  let mixed = (Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b) ^ seed) >>> 0;
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
    mixed ^= mixed >>> 16;
    sum += (mixed >>> 0) / 4_294_967_296;
  }
  return (sum - 2) * 1.73;
}

function momentsOf({ partners }: Campus): { readonly mean: number; readonly deviation: number } {
  let [sum, squares, count] = [0, 0, 0];
  for (const { fit } of partners)
    for (const each of fit) {
      sum += each;
      squares += each * each;
      count++;
    }
  const mean = sum / Math.max(1, count);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, count) - mean * mean) };
}

/** Weeks of one campus. Two people who had an offer are never listed to each other again. */
class Market implements History {
  private readonly random: Random;
  private readonly lifelike: boolean;
  private readonly turn: Int32Array;
  private readonly joined: Int32Array;
  private readonly gone: Int32Array;
  private readonly activity: Float32Array;
  private readonly appeal: Float32Array;
  private readonly inbox: Offer[][];
  private readonly over = new Set<number>();
  private readonly present: Uint8Array;
  readonly weeksPresent: Int32Array;
  private readonly weeksUndated: Int32Array;
  readonly attention: Float64Array;
  readonly times: Float64Array;
  readonly offers: Int32Array;
  readonly dates: Int32Array;
  totalDates = 0;
  readonly looks: Look[] = [];
  private readonly fits: { readonly mean: number; readonly deviation: number };

  constructor(
    readonly campus: Campus,
    private readonly weeks: number,
    private readonly seed: number,
  ) {
    const { size, mode } = campus;
    const random = createRandom(seed);
    this.random = random;
    this.lifelike = mode === 'lifelike';
    this.turn = Int32Array.from({ length: size }, (_, i) => i);
    this.joined = new Int32Array(size);
    this.gone = new Int32Array(size).fill(weeks);
    this.activity = new Float32Array(size).fill(1);
    this.appeal = new Float32Array(size);
    if (this.lifelike)
      for (let i = 0; i < size; i++) {
        this.joined[i] = random.chance(0.15) ? random.int(1, 5) : 0;
        const kind = random.next();
        this.activity[i] = kind < 0.4 ? 0.95 : kind < 0.75 ? 0.5 : 0.2;
        this.appeal[i] = normal(random);
      }
    this.inbox = Array.from({ length: size }, () => []);
    this.present = new Uint8Array(size);
    this.weeksPresent = new Int32Array(size);
    this.weeksUndated = new Int32Array(size);
    this.attention = new Float64Array(size);
    this.times = new Float64Array(size);
    this.offers = new Int32Array(size);
    this.dates = new Int32Array(size);
    this.fits = momentsOf(campus);
  }

  run(order: Order): History {
    for (let week = 0; week < this.weeks; week++) this.live(week, order);
    return this;
  }

  private readonly isOver = (a: number, b: number): boolean =>
    this.over.has(Math.min(a, b) * this.campus.size + Math.max(a, b));

  private live(week: number, order: Order): void {
    const { size } = this.campus;
    for (let i = 0; i < size; i++) this.present[i] = this.joined[i]! <= week && this.gone[i]! > week ? 1 : 0;
    const { campus, present, activity, weeksPresent, attention, dates, weeksUndated, isOver } = this;
    const night: Night = {
      week,
      campus,
      present,
      activity,
      weeksPresent,
      attention,
      dates,
      weeksUndated,
      isOver,
    };
    const lists = order(night);
    shuffle(this.turn, this.random);
    for (const me of this.turn) {
      if (!this.present[me] || !this.random.chance(this.activity[me]!)) continue;
      if (this.lifelike) this.answerSome(me, week);
      if (this.present[me]) this.look(me, week, lists.subarray(me * WIDTH, (me + 1) * WIDTH));
    }
    for (const me of this.turn) {
      if (this.joined[me]! <= week && this.gone[me]! > week) {
        this.weeksPresent[me]!++;
        this.weeksUndated[me]!++;
      }
      if (!this.lifelike) this.answerBest(me, week);
    }
  }

  private look(me: number, week: number, list: Int32Array): void {
    const shown: number[] = [];
    for (const row of list) {
      if (shown.length === SHOWN) break;
      if (row < 0 || this.isOver(me, row) || !this.present[row]) continue;
      shown.push(row);
    }
    shown.forEach((row, place) => {
      this.times[row]!++;
      this.attention[row]! += ATTENTION[place]!;
      this.looks.push({ viewer: me, shown: row, place });
    });
    if (this.lifelike) this.inviteByTaste(me, week, shown);
    else {
      const chosen = shown[Math.floor(this.random.next() ** 2 * shown.length)];
      if (chosen !== undefined && this.random.chance(0.5)) this.send(me, chosen, week);
    }
  }

  private inviteByTaste(me: number, week: number, shown: number[]): void {
    for (let { drive } = GROUPS[this.campus.group[me]!]!; drive > 0 && shown.length > 0; drive--) {
      if (!this.random.chance(Math.min(1, drive))) return;
      const keys = shown.map(
        (row, place) =>
          Math.log(ATTENTION[place]!) +
          this.tasteOf(me, row) -
          Math.log(-Math.log(this.random.next() + 1e-12)),
      );
      const [chosen] = shown.splice(keys.indexOf(Math.max(...keys)), 1);
      this.send(me, chosen!, week);
    }
  }

  private send(me: number, other: number, week: number): void {
    this.over.add(Math.min(me, other) * this.campus.size + Math.max(me, other));
    this.offers[other]!++;
    this.inbox[other]!.push({ from: me, week });
  }

  /** In standard deviations: the score, the pair's attraction, and how popular the other is. */
  private tasteOf(me: number, other: number): number {
    const known = (fitOf(this.campus, me, other) - this.fits.mean) / this.fits.deviation;
    return 0.6 * known + 0.8 * spark(me, other, this.seed) + 0.6 * this.appeal[other]!;
  }

  private answerBest(me: number, week: number): void {
    const fit = ({ from }: Offer) => fitOf(this.campus, me, from);
    const [best] = this.inbox[me]!.sort((a, b) => fit(b) - fit(a));
    this.inbox[me] = [];
    if (best && this.random.chance(acceptance(fit(best)))) this.meet(me, best.from, week);
  }

  private answerSome(me: number, week: number): void {
    const kept: Offer[] = [];
    let accepted = 0;
    const waiting = this.inbox[me]!.filter(
      ({ from, week: sent }) => week - sent <= 2 && this.gone[from]! > week,
    );
    for (const offer of waiting.sort((a, b) => this.tasteOf(me, b.from) - this.tasteOf(me, a.from))) {
      if (accepted >= 2) {
        kept.push(offer);
        continue;
      }
      const { pickiness } = GROUPS[this.campus.group[me]!]!;
      if (!this.random.chance(1 / (1 + Math.exp(pickiness - 1.1 * this.tasteOf(me, offer.from))))) continue;
      accepted++;
      this.meet(me, offer.from, week);
      if (!this.present[me]) break;
    }
    this.inbox[me] = kept;
  }

  private meet(a: number, b: number, week: number): void {
    // an acceptance becomes a date more often if the two share more time
    const time = timeBetween(this.campus.snapshot.tables, a, b);
    if (this.lifelike && !this.random.chance(0.6 + 1.6 * (time - 0.75))) return;
    this.totalDates++;
    const leave = this.lifelike && this.random.chance(0.1);
    for (const one of [a, b]) {
      this.dates[one]!++;
      this.weeksUndated[one] = 0;
      if (!leave) continue;
      this.gone[one] = week + 1;
      this.present[one] = 0;
    }
  }
}

/** Simulates some weeks of a campus with one way of making lists. Every way uses the same random numbers. */
export const simulate = (campus: Campus, order: Order, weeks: number, seed: number): History =>
  new Market(campus, weeks, seed).run(order);
