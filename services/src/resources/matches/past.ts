import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { trusted } from 'mongoose';
import { attentionAt, decodeList } from '../../matching/round/index';
import { cipherOf } from '../../infra/field-cipher';
import { readPaced } from '../../infra/paced';
import type { Deps } from '../resource';
import { lists, type ListDocument } from './match.model';
import type { Round } from './rounds';
import { bytesOf, readPieces, writePieces } from './rows';

/** How one student fared in the rounds so far. */
export interface Past {
  /** Rounds this student was in. */
  rounds: number;
  /** Attention received: the sum over every list that named this student and was looked at. */
  attention: number;
  /** How often this student looks: about the last two weeks' share of days. */
  looks: number;
  /** Last day with a sign of life. */
  seen: string;
}

/** By mark of the mailbox. */
export type Pasts = ReadonlyMap<string, Past>;

const PIECE = 10_000;
/** Weight of one day in how often somebody looks. */
const RECENT = 1 / 14;

export const noPast = (day: string): Past => ({ rounds: 0, attention: 0, looks: 0.5, seen: day });

/** What is remembered of everybody after a round was looked at; nothing without one. */
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

/** Keeps what is remembered with a round. */
export async function writePast(deps: Deps, key: string, past: Pasts): Promise<void> {
  const all = [...past];
  const parts = Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) =>
    deflateRawSync(JSON.stringify(all.slice(at * PIECE, (at + 1) * PIECE))),
  );
  await writePieces(deps, key, 'past', parts);
}
