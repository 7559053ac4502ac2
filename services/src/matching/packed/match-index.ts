import type { Answers } from '@flint/contracts/questions/types';
import { highestOrder, orderScore, tieBreak } from '../order';
import type { MatchStudent } from '../student';
import {
  countSharedStarts,
  sharedStartHours,
  WINDOW_WORDS,
  type Projector,
} from '@flint/contracts/week/hours';
import { bandThresholds, type BandThresholds } from './bands';
import { Columns, FLAG, WEEK_WORDS, type Row } from './columns';
import { decode } from './decode';
import { encode } from './encode';
import { eligibleRows, meets, onlySetting } from './hard-filter';
import { createScorer } from './score';

/** A candidate of a ranking. */
export interface RankedMatch {
  readonly id: string;
  /** R: sorts the list, never shown. */
  readonly order: number;
  /** C: both ways. */
  readonly compatibility: number;
  /** Null when either has no week. */
  readonly sharedStarts: number | null;
}

export interface Ranking {
  /** Best first. */
  readonly items: readonly RankedMatch[];
  /** People who pass every filter both ways, whether listed or not. */
  readonly eligible: number;
  /** Where the bands begin within that pool. */
  readonly thresholds: BandThresholds;
  /** People lost to exactly one own setting, by question id (`age_preference`, or `lifestyle_dealbreakers:<value>`). */
  readonly lostTo: ReadonlyMap<string, number>;
}

interface RankOptions {
  /** Day of the ranking as year * 10000 + month * 100 + day. */
  readonly todayYmd: number;
  readonly exclude?: ReadonlySet<string>;
  readonly limit: number;
}

/** All matchable students as columns; exact, kept current one student at a time. Not shared between threads. */
export class MatchIndex {
  private readonly columns = new Columns();
  private readonly indexOf = new Map<string, number>();
  private readonly idAt: string[] = [];
  private readonly free: number[] = [];
  private readonly zones: string[] = [];
  /** Kept from ranking to ranking: making it anew costs more than filling it. */
  private scratch = { rows: new Uint32Array(0), scores: new Float64Array(0) };

  constructor(private projector: Projector) {}

  get size(): number {
    return this.indexOf.size;
  }

  get bytes(): number {
    return this.columns.bytes;
  }

  has(id: string): boolean {
    return this.indexOf.has(id);
  }

  /** Whether this student's week is known. */
  hasWeek(id: string): boolean {
    const index = this.indexOf.get(id);
    return index !== undefined && (this.columns.tables.flags[index]! & FLAG.hasWeek) !== 0;
  }

  /** Everybody in the index. */
  ids(): IterableIterator<string> {
    return this.indexOf.keys();
  }

  /** Whether the index holds exactly this about the student. */
  isCurrent(student: MatchStudent): boolean {
    const index = this.indexOf.get(student.id);
    if (index === undefined) return false;
    const { week } = this.columns.tables;
    if (!this.columns.holds(index, this.rowOf(student))) return false;
    const from = index * WEEK_WORDS;
    for (let word = 0; word < WEEK_WORDS; word++)
      if (week[from + word] !== (student.week?.words[word] ?? 0)) return false;
    return true;
  }

  private rowOf(student: MatchStudent): Row {
    const row = encode(student);
    row.zone = student.week ? this.zoneIndex(student.week.timezone) : 0;
    return row;
  }

  private zoneIndex(timezone: string): number {
    const known = this.zones.indexOf(timezone);
    return known >= 0 ? known : this.zones.push(timezone) - 1;
  }

  /** Adds a student, or replaces what is known of them. */
  put(student: MatchStudent): void {
    const index = this.indexOf.get(student.id) ?? this.free.pop() ?? this.idAt.length;
    this.idAt[index] = student.id;
    this.indexOf.set(student.id, index);
    this.columns.write(index, this.rowOf(student));
    const { week, window } = this.columns.tables;
    week.fill(0, index * WEEK_WORDS, (index + 1) * WEEK_WORDS);
    window.fill(0, index * WINDOW_WORDS, (index + 1) * WINDOW_WORDS);
    if (student.week) {
      week.set(student.week.words, index * WEEK_WORDS);
      this.projector.project(student.week, window, index * WINDOW_WORDS);
    }
  }

  /** Forgets a student; unknown ids are fine. */
  remove(id: string): void {
    const index = this.indexOf.get(id);
    if (index === undefined) return;
    this.indexOf.delete(id);
    this.columns.tables.flags[index] = 0;
    this.free.push(index);
  }

  /** Moves the window of common time, for a new day: projects every week again. */
  moveWindow(projector: Projector): void {
    this.projector = projector;
    const { week, window, zone, flags } = this.columns.tables;
    for (const index of this.indexOf.values()) {
      if ((flags[index]! & FLAG.hasWeek) === 0) continue;
      const words = week.subarray(index * WEEK_WORDS, (index + 1) * WEEK_WORDS);
      projector.project({ words, timezone: this.zones[zone[index]!]! }, window, index * WINDOW_WORDS);
    }
  }

  private startsBetween(a: number, b: number): number | null {
    const { flags, window } = this.columns.tables;
    if ((flags[a]! & flags[b]! & FLAG.hasWeek) === 0) return null;
    return countSharedStarts(window, window, a * WINDOW_WORDS, b * WINDOW_WORDS);
  }

  /** Whether the two pass every filter both ways on that day; false when either is not indexed. */
  mayMeet(id: string, otherId: string, todayYmd: number): boolean {
    const [a, b] = [this.indexOf.get(id), this.indexOf.get(otherId)];
    if (a === undefined || b === undefined || a === b) return false;
    return meets(this.columns.tables, a, b, todayYmd);
  }

  /** What cards, reasons and shared activities are made from, of a student in the index; nothing of one who is not. */
  shownAnswersOf(id: string): Answers {
    const row = this.indexOf.get(id);
    return row === undefined ? {} : decode(this.columns.tables, row);
  }

  /** Instants-as-hours of the window at which both have two free hours, soonest first. */
  sharedStarts(id: string, otherId: string): number[] {
    const [a, b] = [this.indexOf.get(id), this.indexOf.get(otherId)];
    if (a === undefined || b === undefined) return [];
    const { window } = this.columns.tables;
    return sharedStartHours(window, window, a * WINDOW_WORDS, b * WINDOW_WORDS);
  }

  private rowsOf(ids: ReadonlySet<string> | undefined): ReadonlySet<number> {
    const rows = new Set<number>();
    for (const id of ids ?? []) {
      const row = this.indexOf.get(id);
      if (row !== undefined) rows.add(row);
    }
    return rows;
  }

  private scratchFor(size: number) {
    if (this.scratch.rows.length < size)
      this.scratch = { rows: new Uint32Array(size * 2), scores: new Float64Array(size * 2) };
    return this.scratch;
  }

  /** The best people for a student; empty when they are not indexed. */
  rank(viewerId: string, { todayYmd, exclude, limit }: RankOptions): Ranking {
    const viewer = this.indexOf.get(viewerId);
    const lostTo = new Map<string, number>();
    if (viewer === undefined)
      return { items: [], eligible: 0, thresholds: bandThresholds(new Float64Array(0)), lostTo };
    const { tables } = this.columns;
    const { idHash, weeksUnasked, missedDates } = tables;
    const size = this.idAt.length;
    const { rows, scores } = this.scratchFor(size);
    const excluded = this.rowsOf(exclude);
    const { eligible, lost } = eligibleRows(tables, viewer, { todayYmd, size, excluded, rows });
    const score = createScorer(tables, viewer);
    const items: RankedMatch[] = [];
    let least = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < eligible; i++) {
      const row = rows[i]!;
      const compatibility = score(row);
      scores[i] = compatibility;
      const [weeks, missed] = [weeksUnasked[row]!, missedDates[row]!];
      // common time and the tie-break are counted only for who could still be listed
      if (highestOrder(compatibility, weeks, missed) < least) continue;
      const sharedStarts = this.startsBetween(viewer, row);
      const order = orderScore({
        compatibility,
        sharedStarts,
        weeksUnasked: weeks,
        missedDates: missed,
        tie: tieBreak(todayYmd, idHash[viewer]!, idHash[row]!),
      });
      if (order < least) continue;
      insertBounded(items, { id: this.idAt[row]!, order, compatibility, sharedStarts }, limit);
      if (items.length === limit) least = items[limit - 1]!.order;
    }
    for (const [refusals, count] of lost) {
      const setting = onlySetting(refusals);
      if (setting) lostTo.set(setting, count);
    }
    return { items, eligible, thresholds: bandThresholds(scores.subarray(0, eligible)), lostTo };
  }
}

const isBefore = (a: RankedMatch, b: RankedMatch) =>
  a.order > b.order || (a.order === b.order && a.id < b.id);

/** Keeps the best `limit` in order; most candidates fail the first comparison. */
function insertBounded(items: RankedMatch[], item: RankedMatch, limit: number): void {
  const last = items[items.length - 1];
  if (items.length === limit && last && !isBefore(item, last)) return;
  let at = items.length;
  while (at > 0 && isBefore(item, items[at - 1]!)) at--;
  items.splice(at, 0, item);
  if (items.length > limit) items.pop();
}
