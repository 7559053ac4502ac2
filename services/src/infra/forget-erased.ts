import type { Connection } from 'mongoose';

/**
 * Makes what was deleted leave the files of the embedded database within half a minute, also when the process ends before.
 * Call it once the deletes are committed, outside of their transaction. On a real MongoDB it does nothing: how long its
 * journal, its oplog and its backups keep a document is the operator's to set. Rejects when the database is out of reach.
 */
export async function forgetErased(db: Connection): Promise<void> {
  const admin = db.getClient().db('admin');
  const { gitVersion } = await admin.command({ buildInfo: 1 });
  if (gitVersion === 'embedded') await admin.command({ compactLog: 1 });
}
