import { matchesFollowed } from '../../infra/metrics';
import { MatchIndex } from '../../matching/packed/match-index';
import { createProjector, hourWindow, type HourWindow } from '@flint/contracts/week/hours';
import { changedWeeks, onAvailabilityChanged } from '../availability/index';
import { attention, isOverAsked, missedDates } from '../offers/index';
import { changedProfiles, onProfileChanged, todayAt } from '../profile/index';
import type { Deps } from '../resource';
import { eachStudent, readStudent, type Past } from './students';

/** How old the counts of unanswered offers may be. */
const ATTENTION_MS = 30_000;
/** How often other processes' changes are asked for. */
const FOLLOW_MS = 5_000;
/** How often the whole index is held against the database. */
const RECONCILE_MS = 3_600_000;
/** Processes' clocks, and a writer's and the database's, may differ by so much; what is read twice changes nothing. */
const OVERLAP_MS = 10_000;

/** The index as one request sees it. */
export interface Current {
  readonly index: MatchIndex;
  readonly window: HourWindow;
  readonly overAsked: ReadonlySet<string>;
  /** Calendar date on the university's clock. */
  readonly day: string;
}

/**
 * The matching index of one database. Exact for what this process wrote; other processes' changes follow within seconds, and once an
 * hour and at midnight everything is compared with the database, so that nothing stays wrong that was missed.
 */
export class MatchBoard {
  private readonly index: MatchIndex;
  private window: HourWindow;
  private overAsked: ReadonlySet<string> = new Set();
  private past: Past = { lastAsked: new Map(), missedDates: new Map() };
  private attentionAt = 0;
  private reconciledOn = '';
  private reconciledAt = 0;
  private since: Date;
  private work: Promise<unknown> = Promise.resolve();
  private readonly stops: (() => void)[] = [];

  constructor(private readonly deps: Deps) {
    this.window = this.windowNow();
    this.since = deps.clock.now();
    this.index = new MatchIndex(createProjector(this.window));
  }

  /** Fills the index and follows changes from then on. */
  async open(): Promise<void> {
    const refresh = (userId: string) => this.refresh(userId);
    this.stops.push(onProfileChanged(this.deps, refresh), onAvailabilityChanged(this.deps, refresh));
    // what changes meanwhile is read again after this
    const filled = this.fill();
    this.work = filled.catch(() => undefined);
    await filled;
  }

  close(): void {
    for (const stop of this.stops.splice(0)) stop();
  }

  /**
   * Follows other processes and compares with the database from time to time, until `close`; `onNewDay` follows the first
   * comparison of a day.
   */
  keepCurrent(onNewDay: () => Promise<unknown>): void {
    const work = async () => {
      await this.followOthers();
      if (!this.isReconcileDue()) return;
      const isNewDay = todayAt(this.deps) !== this.reconciledOn;
      await this.reconcile();
      // takes as long as it needs; following goes on
      if (isNewDay) void onNewDay().catch((error: unknown) => this.complain(error));
    };
    let running: Promise<void> | null = null;
    const timer = setInterval(() => {
      running ??= work()
        .catch((error: unknown) => this.complain(error))
        .finally(() => (running = null));
    }, FOLLOW_MS);
    timer.unref();
    this.stops.push(() => clearInterval(timer));
  }

  /** The index for a request of this student: with every change of this process in it, for the hour it is now. */
  async current(userId: string): Promise<Current> {
    if (!this.index.has(userId)) this.refresh(userId);
    await this.work;
    const window = this.windowNow();
    if (window.start !== this.window.start) {
      this.window = window;
      this.index.moveWindow(createProjector(window));
    }
    await this.readAttention();
    return { index: this.index, window, overAsked: this.overAsked, day: todayAt(this.deps) };
  }

  /** Reads a student again, after whatever is under way. */
  refresh(userId: string): void {
    this.work = this.work.then(() => this.read(userId)).catch((error: unknown) => this.complain(error));
  }

  private async read(userId: string): Promise<void> {
    const student = await readStudent(this.deps, userId, this.past);
    if (student) this.index.put(student);
    else this.index.remove(userId);
  }

  /**
   * Holds every row against the database and reads again who differs; answers how many did. Requests go on meanwhile; a row that
   * changes in between is read again, never overwritten with what was read before.
   */
  async reconcile(): Promise<number> {
    this.reconciledOn = todayAt(this.deps);
    this.reconciledAt = this.deps.clock.now().getTime();
    await this.readAttention();
    const known = new Set(this.index.ids());
    let differing = 0;
    const repair = (userId: string) => {
      differing++;
      this.refresh(userId);
    };
    for await (const student of eachStudent(this.deps, this.past)) {
      known.delete(student.id);
      if (!this.index.isCurrent(student)) repair(student.id);
    }
    for (const userId of known) repair(userId);
    await this.work;
    return differing;
  }

  /** Reads again who was changed in another process. */
  async followOthers(): Promise<void> {
    const from = new Date(this.since.getTime() - OVERLAP_MS);
    this.since = this.deps.clock.now();
    const [profiles, weeks] = await Promise.all([
      changedProfiles(this.deps, from),
      changedWeeks(this.deps, from),
    ]);
    for (const userId of new Set([...profiles, ...weeks])) this.refresh(userId);
    await this.work;
    this.noteFollowed();
  }

  private isReconcileDue(): boolean {
    const isOld = this.deps.clock.now().getTime() - this.reconciledAt > RECONCILE_MS;
    return isOld || todayAt(this.deps) !== this.reconciledOn;
  }

  private async fill(): Promise<void> {
    this.reconciledOn = todayAt(this.deps);
    this.reconciledAt = this.deps.clock.now().getTime();
    await this.readAttention();
    for await (const student of eachStudent(this.deps, this.past)) this.index.put(student);
    this.noteFollowed();
  }

  private noteFollowed(): void {
    matchesFollowed.setToCurrentTime({ university: this.deps.env.UNIVERSITY_EMAIL_HOST });
  }

  private complain(error: unknown): void {
    this.deps.log.error({ err: error }, 'matching index');
  }

  private windowNow(): HourWindow {
    return hourWindow(this.deps.clock.now(), this.deps.env.UNIVERSITY_TIMEZONE);
  }

  private async readAttention(): Promise<void> {
    const now = this.deps.clock.now().getTime();
    if (Math.abs(now - this.attentionAt) < ATTENTION_MS) return;
    this.attentionAt = now;
    const [found, missed] = await Promise.all([attention(this.deps), missedDates(this.deps)]);
    this.overAsked = new Set([...found].flatMap(([id, each]) => (isOverAsked(each) ? [id] : [])));
    const lastAsked = new Map([...found].map(([id, each]) => [id, each.lastAskedAt]));
    this.past = { lastAsked, missedDates: missed };
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
