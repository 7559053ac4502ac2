import { createHash } from 'node:crypto';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Question } from '@flint/contracts/questions/types';
import { frenchOf } from '@flint/contracts/questions/words';
import { createProjector, WINDOW_WORDS } from '@flint/contracts/week/hours';
import { FLAG, type Tables } from '../packed/columns';
import { allocate, encode, resize } from '../packed/engine';
import { fromChunks, toChunks } from './chunks';
import type { RoundFrame } from './frame';
import type { RoundStudent, Standing } from './types';

const CHUNK_BYTES = 2_000_000;
/** Rows are 18-bit numbers (see pairs.ts). */
const MOST_STUDENTS = 2 ** 18;

const unlessWording = (_key: string, value: unknown) =>
  typeof value === 'string' && frenchOf(value) !== undefined ? undefined : value;

/** Hash of the questions without their wording: no row depends on it, so a release may change it during the day. */
export const hashOf = (questions: readonly Question[]) =>
  createHash('sha256').update(JSON.stringify(questions, unlessWording)).digest('hex').slice(0, 16);

/** Rows of another catalogue mean something else and are not read. */
const CATALOGUE = hashOf(QUESTIONS);

const standingColumns = (size: number) => ({
  weeksPresent: new Uint16Array(new SharedArrayBuffer(size * 2)),
  attention: new Float32Array(new SharedArrayBuffer(size * 4)),
  dates: new Uint16Array(new SharedArrayBuffer(size * 2)),
  weeksSinceDate: new Uint16Array(new SharedArrayBuffer(size * 2)),
  activity: new Float32Array(new SharedArrayBuffer(size * 4)),
  // last, because snapshots of the version before end here
  waiting: new Uint8Array(new SharedArrayBuffer(size)),
});

/** The history of all students, by row. */
export type StandingTables = ReturnType<typeof standingColumns>;

interface Head {
  readonly catalogue: string;
  readonly frame: RoundFrame;
  readonly ids: readonly string[];
  /** Absent in older snapshots. */
  readonly accounts?: readonly string[];
}

/**
 * The matching data of all students at one time; immutable until the next round. Holds no names, photos or addresses, and only the answers
 * that scores, reasons and cards need.
 */
export class Snapshot {
  private readonly rowById: ReadonlyMap<string, number>;

  private constructor(
    readonly frame: RoundFrame,
    readonly ids: readonly string[],
    readonly accounts: readonly string[],
    readonly tables: Tables,
    readonly standing: StandingTables,
  ) {
    this.rowById = new Map(ids.map((id, row) => [id, row]));
  }

  /**
   * Packs students; of two with one id the first counts. Throws above 262,144, and at a student who cannot be packed, unless `onDamaged` is
   * given: then this one is left out.
   */
  static async pack(
    frame: RoundFrame,
    students: Iterable<RoundStudent> | AsyncIterable<RoundStudent>,
    onDamaged: (error: unknown) => void = (error) => {
      throw error;
    },
  ): Promise<Snapshot> {
    const projector = createProjector({ start: frame.windowStart });
    let tables = allocate(256);
    const standings: Standing[] = [];
    const rows = new Map<string, string>();
    for await (const { student, account, standing } of students) {
      const row = rows.size;
      if (row === MOST_STUDENTS) throw new Error(`A round takes at most ${MOST_STUDENTS} students.`);
      if (rows.has(student.id)) continue;
      if (row === tables.idHash.length) tables = resize(tables, Math.ceil(row * 1.5));
      try {
        for (const [name, value] of Object.entries(encode(student))) tables[name]![row] = value;
        if (student.week) projector.project(student.week, tables.window, row * WINDOW_WORDS);
      } catch (error) {
        // the next student overwrites the row
        onDamaged(error);
        continue;
      }
      // a student who is away appears on no list
      if (standing.activity <= 0) tables.flags[row]! &= ~FLAG.live;
      rows.set(student.id, account);
      standings.push(standing);
    }
    const kept = standingColumns(rows.size);
    standings.forEach((standing, row) => {
      for (const [name, table] of Object.entries(kept)) table[row] = standing[name as keyof Standing] ?? 0;
    });
    return new Snapshot(frame, [...rows.keys()], [...rows.values()], resize(tables, rows.size), kept);
  }

  /** This snapshot with the new rows of another one of the same frame appended; itself if there are none. */
  with(extra: Snapshot): Snapshot {
    const { day, windowStart } = extra.frame;
    if (day !== this.frame.day || windowStart !== this.frame.windowStart)
      throw new Error('The snapshots are not of one round.');
    const added = extra.ids.flatMap((id, row) => (this.has(id) ? [] : [row]));
    if (added.length === 0) return this;
    const size = this.size + added.length;
    const grow = <Shape extends object>(to: Shape, mine: Shape, theirs: Shape): Shape => {
      for (const [name, table] of Object.entries(to) as [keyof Shape, Uint32Array][]) {
        const [own, other] = [mine[name], theirs[name]] as [Uint32Array, Uint32Array];
        const width = table.length / size;
        table.set(own.subarray(0, this.size * width));
        added.forEach((row, i) =>
          table.set(other.subarray(row * width, (row + 1) * width), (this.size + i) * width),
        );
      }
      return to;
    };
    return new Snapshot(
      this.frame,
      [...this.ids, ...added.map((row) => extra.ids[row]!)],
      [...this.accounts, ...added.map((row) => extra.accounts[row]!)],
      grow(allocate(size), this.tables, extra.tables),
      grow(standingColumns(size), this.standing, extra.standing),
    );
  }

  get size(): number {
    return this.ids.length;
  }

  has(id: string): boolean {
    return this.rowById.has(id);
  }

  /** The row of a student, or -1. */
  rowOf(id: string): number {
    return this.rowById.get(id) ?? -1;
  }

  private columnBytes(): Uint8Array[] {
    const columns = [...Object.values(this.tables), ...Object.values(this.standing)];
    return columns.map(({ buffer }) => new Uint8Array(buffer));
  }

  /** The snapshot as chunks to be sealed and stored. */
  toChunks(maxBytes = CHUNK_BYTES): Buffer[] {
    const { frame, ids, accounts } = this;
    const head: Head = { catalogue: CATALOGUE, frame, ids, accounts };
    const text = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return toChunks(Buffer.concat([length, text, ...this.columnBytes()]), maxBytes);
  }

  /** Reads a snapshot from chunks. Throws an error of one sentence if they are damaged, incomplete, or of another version or questionnaire. */
  static fromChunks(chunks: readonly Uint8Array[]): Snapshot {
    const body = fromChunks(chunks);
    let at = 4 + body.readUInt32LE(0);
    const { catalogue, frame, ids, accounts = [] } = JSON.parse(body.toString('utf8', 4, at)) as Head;
    if (catalogue !== CATALOGUE)
      throw new Error('The snapshot was made for another version of the questionnaire.');
    const size = ids.length;
    const snapshot = new Snapshot(frame, ids, accounts, allocate(size), standingColumns(size));
    for (const column of snapshot.columnBytes()) {
      column.set(body.subarray(at, at + column.length));
      at += column.length;
    }
    return snapshot;
  }
}
