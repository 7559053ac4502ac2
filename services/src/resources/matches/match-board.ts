import { missingForMatching } from '@flint/contracts/questions/matchable';
import { slotsToGrid } from '@flint/contracts/week/index';
import type { Availability } from '@flint/contracts';
import { MatchIndex } from '../../matching/packed/match-index';
import type { MatchStudent, WeekBits } from '../../matching/student';
import { createProjector, hourWindow, type HourWindow } from '../../matching/week-hours';
import { availabilityOf, eachAvailability, onAvailabilityChanged } from '../availability/index';
import { attention, isOverAsked } from '../offers/index';
import { eachProfile, loadProfile, onProfileChanged, todayAt, type StoredProfile } from '../profile/index';
import type { Deps } from '../resource';
import { answersOfToday } from './day-filters';

const WEEK_MS = 7 * 86_400_000;
/** How old the counts of unanswered offers may be. */
const ATTENTION_MS = 30_000;

function weekBits(week: Availability | null | undefined): WeekBits | null {
  if (!week || week.utcSlots.length === 0) return null;
  const words = new Uint32Array(6);
  for (const cell of slotsToGrid(week.utcSlots, week.timezone, new Date(week.lastUpdated)))
    words[cell >> 5]! |= 1 << (cell & 31);
  return { words, timezone: week.timezone };
}

/** The matching index of one database, kept current as profiles and weeks change. */
export class MatchBoard {
  private index!: MatchIndex;
  private window!: HourWindow;
  private day = '';
  private overAsked: ReadonlySet<string> = new Set();
  private lastAsked = new Map<string, Date>();
  private attentionAt = 0;
  private work: Promise<unknown> = Promise.resolve();
  private readonly stops: (() => void)[] = [];

  constructor(private readonly deps: Deps) {}

  /** Builds the index and follows changes from then on. */
  async open(): Promise<void> {
    await this.rebuild();
    const follow = (userId: string) => {
      this.work = this.work
        .then(() => this.refresh(userId))
        .catch((error: unknown) => this.deps.log.error({ err: error }, 'matching index'));
    };
    this.stops.push(onProfileChanged(this.deps, follow), onAvailabilityChanged(this.deps, follow));
  }

  close(): void {
    for (const stop of this.stops.splice(0)) stop();
  }

  /** The index with every change of this process in it, for the hour and the day it is now. */
  async current(): Promise<{
    index: MatchIndex;
    window: HourWindow;
    overAsked: ReadonlySet<string>;
    day: string;
  }> {
    await this.work;
    if (todayAt(this.deps) !== this.day) await this.rebuild();
    const window = this.windowNow();
    if (window.start !== this.window.start) {
      this.window = window;
      this.index.moveWindow(createProjector(window));
    }
    await this.readAttention();
    return { index: this.index, window, overAsked: this.overAsked, day: this.day };
  }

  private windowNow(): HourWindow {
    return hourWindow(this.deps.clock.now(), this.deps.env.UNIVERSITY_TIMEZONE);
  }

  private async readAttention(): Promise<void> {
    const now = this.deps.clock.now().getTime();
    if (Math.abs(now - this.attentionAt) < ATTENTION_MS) return;
    this.attentionAt = now;
    const found = await attention(this.deps);
    this.overAsked = new Set([...found].flatMap(([id, each]) => (isOverAsked(each) ? [id] : [])));
    this.lastAsked = new Map([...found].map(([id, { lastAskedAt }]) => [id, lastAskedAt]));
  }

  private async rebuild(): Promise<void> {
    this.day = todayAt(this.deps);
    this.window = this.windowNow();
    this.attentionAt = 0;
    await this.readAttention();
    const index = new MatchIndex(createProjector(this.window));
    const weeks = new Map<string, Availability>();
    for await (const { userId, week } of eachAvailability(this.deps)) weeks.set(userId, week);
    for await (const profile of eachProfile(this.deps))
      await this.place(index, profile, weeks.get(profile.id));
    this.index = index;
  }

  private async refresh(userId: string): Promise<void> {
    const profile = await loadProfile(this.deps, userId);
    if (profile) await this.place(this.index, profile, await availabilityOf(this.deps, userId));
    else this.index.remove(userId);
  }

  private async place(
    index: MatchIndex,
    profile: StoredProfile,
    week: Availability | null | undefined,
  ): Promise<void> {
    if (missingForMatching(profile.answers).length > 0) return index.remove(profile.id);
    const since = this.lastAsked.get(profile.id) ?? profile.createdAt;
    const student: MatchStudent = {
      id: profile.id,
      answers: await answersOfToday(this.deps, profile.id, profile.answers),
      week: weekBits(week),
      weeksUnasked: Math.max(0, Math.floor((this.deps.clock.now().getTime() - since.getTime()) / WEEK_MS)),
    };
    index.put(student);
  }
}

const boards = new WeakMap<object, Promise<MatchBoard>>();

/** The board of a database, opened once. */
export function boardOf(deps: Deps): Promise<MatchBoard> {
  let board = boards.get(deps.db);
  if (!board) {
    board = (async () => {
      const made = new MatchBoard(deps);
      await made.open();
      return made;
    })();
    boards.set(deps.db, board);
  }
  return board;
}
