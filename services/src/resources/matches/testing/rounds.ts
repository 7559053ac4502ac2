import type { TestServer, TestStudent } from '@flint/testing';
import { trusted } from 'mongoose';
import { decodeList, encodeList, type ListEntry } from '../../../matching/round/index';
import { cipherOf } from '../../../infra/field-cipher';
import { ownMarks } from '../../safety/index';
import { makeTodaysRound } from '../make-round';
import { lists, rounds, type ListDocument } from '../match.model';
import { currentRounds, roundDay } from '../rounds';
import { bytesOf } from '../../../infra/sealed-fields';

/** Makes today's round on the server's clock. All answers so far count; existing lists are replaced. */
export async function newRound({ deps }: TestServer): Promise<void> {
  // rounds of the future: a test may have set the clock back
  await rounds(deps.db).deleteMany({ _id: trusted({ $gt: roundDay(deps) }) });
  await makeTodaysRound(deps, { again: true });
}

const PLAIN = { band: 'good', reasons: [], sharedTimes: [], activities: [] } as const;

/** Puts students at the head of each other's lists of today, on a campus that many tests share. */
export async function introduce({ deps }: TestServer, ...students: readonly TestStudent[]): Promise<void> {
  // new students, and those who were away, have no list yet
  await Promise.all(students.map((each) => each.call('GET /matches')));
  const ids = students.map(({ id }) => id);
  const [marks, { current }] = await Promise.all([ownMarks(deps, ids), currentRounds(deps)]);
  const listOthers = async (id: string) => {
    const others = ids.filter((each) => each !== id);
    const _id = `${current!.key}/${marks.get(id)!}`;
    const place = `match_lists/${_id}`;
    const stored = await lists(deps.db).findById(_id).lean<ListDocument>();
    const list = decodeList(cipherOf(deps).openBytes(bytesOf(stored!.bytes), place));
    const known = new Map([...list.shown, ...list.reserve].map((entry) => [entry.id, entry]));
    const first = others.map((account): ListEntry => {
      const mark = marks.get(account)!;
      return { ...(known.get(mark) ?? PLAIN), id: mark, account };
    });
    const rest = list.shown.filter((entry) => !first.some((each) => each.id === entry.id));
    const next = { ...list, shown: [...first, ...rest].slice(0, 20) };
    const bytes = cipherOf(deps).sealBytes(encodeList(next).bytes, place);
    await lists(deps.db).updateOne({ _id }, { $set: { bytes } });
  };
  await Promise.all(ids.map(listOthers));
}
