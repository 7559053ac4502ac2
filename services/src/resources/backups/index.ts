import { backupReady } from '../../infra/metrics';
import type { Deps } from '../resource';
import { backups } from './backup.model';

/** Records that the backup of that instant was test-restored. */
export async function storeBackup({ db }: Pick<Deps, 'db'>, at: Date): Promise<void> {
  await backups(db).updateOne({ _id: 'last' }, { $set: { at } }, { upsert: true });
}

/** The instant of the last daily backup; null without one. */
export const lastBackup = async ({ db }: Pick<Deps, 'db'>): Promise<Date | null> =>
  (await backups(db).findOne({ _id: 'last' }).lean())?.at ?? null;

/** Measures when the last daily backup was made. */
export async function measureBackup(deps: Deps): Promise<void> {
  const at = await lastBackup(deps);
  if (at) backupReady.set({ university: deps.env.UNIVERSITY_EMAIL_HOST }, at.getTime() / 1000);
}
