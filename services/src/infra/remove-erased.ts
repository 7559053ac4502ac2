import type { Connection } from 'mongoose';

/**
 * Removes deleted documents from the files of the embedded database within half a minute, even if the process ends first. Call it after the
 * deletes are committed, outside their transaction. Does nothing on a real MongoDB, where the operator configures how long journal, oplog
 * and backups retain them. Rejects if the database is out of reach.
 */
export async function removeErased(db: Connection): Promise<void> {
  const admin = db.getClient().db('admin');
  const { gitVersion } = await admin.command({ buildInfo: 1 });
  if (gitVersion === 'embedded') await admin.command({ compactLog: 1 });
}
