import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import { photoStore } from '../../infra/photo-store';
import type { Deps } from '../resource';
import { uploads } from './photo.model';

/** So many may be lost one by one. */
const NEWEST = 3;

/** How long the database has to name them. */
const DATABASE_MS = 3_000;

async function newestIds({ db }: Deps): Promise<string[]> {
  const newest = await uploads(db).find({ state: 'kept' }).sort({ createdAt: -1 }).limit(NEWEST).lean();
  return newest.map(({ _id }) => _id);
}

/** Rejects unless the photo store answers with a picture that it must have, if there is one: an empty disk or bucket answers as well as the right one. */
export async function readKnownPicture(deps: Deps): Promise<void> {
  // that the database is away or silent is measured by itself
  const silent = wait(DATABASE_MS, [], { ref: false });
  const ids = await Promise.race([newestIds(deps), silent]).catch(() => []);
  for (const id of ids) if (await photoStore(deps).read(`${id}/thumbnail.webp`)) return;
  if (ids.length === 0) await photoStore(deps).read('nobody/thumbnail.webp');
  else if (await uploads(deps.db).exists({ _id: mongoose.trusted({ $in: ids }), state: 'kept' }))
    throw new Error('the photo store lacks the newest pictures');
}
