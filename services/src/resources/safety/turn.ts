import type { ClientSession } from 'mongoose';
import type { Deps } from '../resource';
import { turns } from './report.model';

/** Makes two transactions about one student conflict, so that one of them runs again and sees the other. */
export async function takeTurn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  session: ClientSession,
): Promise<void> {
  // a write that changes nothing conflicts with none
  const update = { $set: { until: clock.now() }, $inc: { turn: 1 } };
  await turns(db).updateOne({ _id: userId }, update, { upsert: true, session });
}
