import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { trusted } from 'mongoose';
import { attentionAt, decodeList } from '../../matching/round/index';
import { cipherOf } from '../../infra/field-cipher';
import { bytesOf } from '../../infra/sealed-fields';
import { readPaced } from '../../infra/paced';
import type { Deps } from '../resource';
import { lists, type ListDocument } from './match.model';
import type { Round } from './rounds';
import type { Firm } from './firm-noes';
import { joinedFirm } from './joined-firm';
import { readPieces, readPieceUpTo, writePieces } from './rows';

/** A student's history over all rounds. */
export interface Past {
  /** Rounds this student took part in, and was not away. */
  rounds: number;
  /** Attention received: the sum over every viewed list with this student on it. */
  attention: number;
  /** How often this student looks: the share of days over about two weeks. */
  looks: number;
  /** Last day of activity; of a pause, its last round. */
  seen: string;
  /** The firm noes that count, and the day of their last change. Absent in older rounds, and before the first one. */
  firm?: Firm;
}

/** History by mark of the mailbox. */
export type Pasts = ReadonlyMap<string, Past>;

const opened = (part: Buffer) => JSON.parse(inflateRawSync(part).toString()) as [string, Past][];

/** Students of one piece. */
const PIECE = 1_000;
/** Weight of one day in `looks`. */
const RECENT = 1 / 14;

export const noPast = (day: string): Past => ({ rounds: 0, attention: 0, looks: 0.5, seen: day });

/** The history after a round, updated by the looks of that round and by those who joined it; empty without a round. What cannot be read is left out and logged. */
export async function pastAfter(deps: Deps, round: Round | null): Promise<Pasts> {
  if (!round) return new Map();
  const damaged: unknown[] = [];
  const onDamaged = (error: unknown) => void damaged.push(error);
  const past = new Map((await readPieces(deps, round.key, 'past', onDamaged)).flatMap(opened));
  for (const each of past.values()) each.looks *= 1 - RECENT;
  const of = (mark: string) => {
    if (!past.has(mark)) past.set(mark, noPast(round.day));
    return past.get(mark)!;
  };
  for (const { mark, firm } of await joinedFirm(deps, round.key, onDamaged)) of(mark).firm = firm;
  const looked = { round: round.key, lookedAt: trusted({ $ne: null }) };
  for await (const { _id, bytes } of readPaced<ListDocument>(lists(deps.db).find(looked))) {
    try {
      const list = decodeList(cipherOf(deps).openBytes(bytesOf(bytes), `match_lists/${_id}`));
      const viewer = of(list.id);
      viewer.looks += RECENT;
      viewer.seen = round.day;
      list.shown.forEach(({ id }, place) => (of(id).attention += attentionAt(place)));
    } catch (error) {
      onDamaged(error);
    }
  }
  if (damaged.length > 0)
    deps.log.error({ err: damaged[0] }, `${damaged.length} records of the round before cannot be read`);
  return past;
}

/**
 * A student's history as a round stored it; undefined without one. A round of the version before has numbered pieces, of which only the last is
 * read: beyond 10,000 students a joiner may count as new until the next round.
 */
export async function pastOf(deps: Deps, round: Round, mark: string): Promise<Past | undefined> {
  const part = await readPieceUpTo(deps, round.key, 'past', mark);
  return part ? new Map(opened(part)).get(mark) : undefined;
}

/** Stores the history with a round, in pieces named by the first mark of each. */
export async function writePast(deps: Deps, key: string, past: Pasts): Promise<void> {
  const all = [...past].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) => {
    const part = all.slice(at * PIECE, (at + 1) * PIECE);
    return [part[0]![0], deflateRawSync(JSON.stringify(part))] as const;
  });
  await writePieces(deps, key, 'past', parts);
}
