import { backupReady } from '../../infra/metrics';
import type { Deps } from '../resource';
import { backups } from './backup.model';

/** Records that the backup of that instant was test-restored. */
export async function storeBackup({ db }: Pick<Deps, 'db'>, at: Date): Promise<void> {
  await backups(db).updateOne({ _id: 'last' }, { $set: { at } }, { upsert: true });
}

/** Measures when the last daily backup was made. Without one the count begins now, so that a night is missed also where none ever came. */
export async function measureBackup({ db, clock, env }: Deps): Promise<void> {
  const update = { $setOnInsert: { at: clock.now() } };
  const { at } = await backups(db).findOneAndUpdate({ _id: 'last' }, update, {
    upsert: true,
    returnDocument: 'after',
  });
  backupReady.set({ university: env.UNIVERSITY_EMAIL_HOST }, at.getTime() / 1000);
}
