import { trusted, type Connection } from 'mongoose';
import { Snapshot } from '../../matching/round/index';
import { cipherOf } from '../../infra/field-cipher';
import { bytesOf } from '../../infra/sealed-fields';
import type { Deps } from '../resource';
import { pieces, type PieceDocument } from './match.model';
import type { Round } from './rounds';

/** How late a joiner may be found: the clocks of two processes differ, and a write takes time. Reading a joiner twice has no effect. */
const LATE_MS = 15_000;
/** A time before any other: unlike null it matches comparisons, and an index applies. */
const NEVER = new Date(0);
/** A snapshot that was not used for this long is dropped from memory. */
const IDLE_MS = 600_000;

const opened = (deps: Deps, { _id, bytes }: PieceDocument) =>
  cipherOf(deps).openBytes(bytesOf(bytes), `match_pieces/${_id}`);

/** The name of a chunk by its place. */
export const placeName = (at: number) => String(at).padStart(6, '0');

/** Seals and stores chunks of one kind; they are read in the order of their names. */
export async function writePieces(
  deps: Deps,
  key: string,
  kind: 'rows' | 'past',
  chunks: Iterable<readonly [name: string, chunk: Uint8Array]>,
): Promise<void> {
  for (const [name, chunk] of chunks) {
    const _id = `${key}/${kind}/${name}`;
    const bytes = cipherOf(deps).sealBytes(chunk, `match_pieces/${_id}`);
    await pieces(deps.db).create({ _id, round: key, joinedAt: null, bytes });
  }
}

const rethrow = (error: unknown): never => {
  throw error;
};

/** The chunks of one kind, in order. `onDamaged` gets an error for each that is damaged or whose key is missing; without it, the first is thrown. */
export async function readPieces(
  deps: Deps,
  key: string,
  kind: 'rows' | 'past' | 'firm',
  onDamaged: (error: unknown) => void = rethrow,
): Promise<Buffer[]> {
  const found = await pieces(deps.db)
    .find({ _id: trusted({ $gte: `${key}/${kind}/`, $lt: `${key}/${kind}0` }) })
    .sort({ _id: 1 })
    .lean<PieceDocument[]>();
  return found.flatMap((each) => {
    try {
      return [opened(deps, each)];
    } catch (error) {
      onDamaged(error);
      return [];
    }
  });
}

/** The chunk of one kind with the last name up to `name`, if any. */
export async function readPieceUpTo(
  deps: Deps,
  key: string,
  kind: 'past',
  name: string,
): Promise<Buffer | null> {
  const found = await pieces(deps.db)
    .findOne({ _id: trusted({ $gte: `${key}/${kind}/`, $lte: `${key}/${kind}/${name}` }) })
    .sort({ _id: -1 })
    .lean<PieceDocument>();
  return found && opened(deps, found);
}

/** Stores a piece unless there is one of this name; of two concurrent calls the first one counts. Returns what is stored. */
async function writeOnce(
  deps: Deps,
  key: string,
  name: string,
  { joinedAt, chunk }: { readonly joinedAt: Date | null; readonly chunk: Uint8Array },
): Promise<Buffer> {
  const _id = `${key}/${name}`;
  const bytes = cipherOf(deps).sealBytes(chunk, `match_pieces/${_id}`);
  const stored = await pieces(deps.db)
    .findOneAndUpdate(
      { _id },
      { $setOnInsert: { round: key, joinedAt, bytes } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean<PieceDocument>();
  return opened(deps, stored!);
}

/** Stores a joiner's row, once; returns the one that is stored. */
export const writeJoiner = (deps: Deps, key: string, mark: string, chunk: Uint8Array): Promise<Buffer> =>
  writeOnce(deps, key, `joined/${mark}`, { joinedAt: deps.clock.now(), chunk });

/** Stores a joiner's firm noes, once; returns those that are stored. */
export const writeFirm = (deps: Deps, key: string, mark: string, chunk: Uint8Array): Promise<Buffer> =>
  writeOnce(deps, key, `firm/${mark}`, { joinedAt: null, chunk });

/** The students who joined a round after an instant, or shortly before. */
const joiners = (deps: Deps, key: string, after: Date) =>
  pieces(deps.db).find({ round: key, joinedAt: trusted({ $gt: new Date(after.getTime() - LATE_MS) }) });

export async function joinersAfter(deps: Deps, key: string, after: Date): Promise<string[]> {
  const found = await joiners(deps, key, after).select({ _id: 1 }).lean<Pick<PieceDocument, '_id'>[]>();
  return found.map(({ _id }) => _id.slice(`${key}/joined/`.length));
}

interface Held {
  readonly key: string;
  snapshot: Snapshot;
  joinedUntil: Date;
  usedAt: number;
}

const held = new WeakMap<Connection, { readonly key: string; readonly rows: Promise<Held> }>();

/** Reads the snapshot of a round. Throws an error of one sentence if it is damaged or has another version, key or time zone. */
async function readSnapshot(deps: Deps, { key, timezone }: Round): Promise<Held> {
  const { UNIVERSITY_TIMEZONE } = deps.env;
  if (timezone !== UNIVERSITY_TIMEZONE)
    throw new Error(
      `the round was made for ${timezone}, and the university's zone is ${UNIVERSITY_TIMEZONE}`,
    );
  const snapshot = Snapshot.fromChunks(await readPieces(deps, key, 'rows'));
  return { key, snapshot, joinedUntil: NEVER, usedAt: 0 };
}

/**
 * All rows of a round, joiners included, with a row just stored, however long that took; read on first use and cached. A joiner whose row
 * cannot be read is left out and logged.
 */
export async function rowsOf(deps: Deps, round: Round, stored?: Uint8Array): Promise<Snapshot> {
  const { db, clock, log } = deps;
  let found = held.get(db);
  if (found?.key !== round.key) held.set(db, (found = { key: round.key, rows: readSnapshot(deps, round) }));
  const mine = await found.rows.catch((error: unknown) => {
    held.delete(db);
    throw error;
  });
  for (const each of await joiners(deps, round.key, mine.joinedUntil).lean<PieceDocument[]>()) {
    try {
      mine.snapshot = mine.snapshot.with(Snapshot.fromChunks([opened(deps, each)]));
    } catch (error) {
      log.error({ err: error }, 'a joiner is left out of the round: the row cannot be read');
    }
    if (each.joinedAt! > mine.joinedUntil) mine.joinedUntil = each.joinedAt!;
  }
  if (stored) mine.snapshot = mine.snapshot.with(Snapshot.fromChunks([stored]));
  mine.usedAt = clock.now().getTime();
  return mine.snapshot;
}

/** Drops unused snapshots from memory. */
export async function dropIdleRows({ db, clock }: Deps): Promise<void> {
  const mine = await held.get(db)?.rows.catch(() => null);
  if (mine && clock.now().getTime() - mine.usedAt > IDLE_MS) held.delete(db);
}
