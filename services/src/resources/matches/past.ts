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
import { readPieces, writePieces } from './rows';

/** A student's history over all rounds. */
export interface Past {
  /** Rounds this student took part in. */
  rounds: number;
  /** Attention received: the sum over every viewed list with this student on it. */
  attention: number;
  /** How often this student looks: the share of days over about two weeks. */
  looks: number;
  /** Last day of activity. */
  seen: string;
  /** The firm noes that count, and the day of their last change. Absent in older rounds, and before the first one. */
  firm?: Firm;
}

/** History by mark of the mailbox. */
export type Pasts = ReadonlyMap<string, Past>;

const PIECE = 10_000;
/** Weight of one day in `looks`. */
const RECENT = 1 / 14;

export const noPast = (day: string): Past => ({ rounds: 0, attention: 0, looks: 0.5, seen: day });

/** The history after a round, updated by the looks of that round; empty without a round. */
export async function pastAfter(deps: Deps, round: Round | null): Promise<Pasts> {
  if (!round) return new Map();
  const parts = await readPieces(deps, round.key, 'past');
  const past = new Map<string, Past>(
    parts.flatMap((part) => JSON.parse(inflateRawSync(part).toString()) as [string, Past][]),
  );
  for (const each of past.values()) each.looks *= 1 - RECENT;
  const of = (mark: string) => {
    if (!past.has(mark)) past.set(mark, noPast(round.day));
    return past.get(mark)!;
  };
  const looked = { round: round.key, lookedAt: trusted({ $ne: null }) };
  for await (const { _id, bytes } of readPaced<ListDocument>(lists(deps.db).find(looked))) {
    const list = decodeList(cipherOf(deps).openBytes(bytesOf(bytes), `match_lists/${_id}`));
    const viewer = of(list.id);
    viewer.looks += RECENT;
    viewer.seen = round.day;
    list.shown.forEach(({ id }, place) => (of(id).attention += attentionAt(place)));
  }
  return past;
}

/** A student's history as a round stored it; undefined without one. */
export async function pastOf(deps: Deps, round: Round, mark: string): Promise<Past | undefined> {
  for (const part of await readPieces(deps, round.key, 'past')) {
    const found = (JSON.parse(inflateRawSync(part).toString()) as [string, Past][]).find(
      ([id]) => id === mark,
    );
    if (found) return found[1];
  }
  return undefined;
}

/** Stores the history with a round. */
export async function writePast(deps: Deps, key: string, past: Pasts): Promise<void> {
  const all = [...past];
  const parts = Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) =>
    deflateRawSync(JSON.stringify(all.slice(at * PIECE, (at + 1) * PIECE))),
  );
  await writePieces(deps, key, 'past', parts);
}
