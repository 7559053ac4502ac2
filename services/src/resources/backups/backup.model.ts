import { modelOf } from '../../infra/model-of';

/** The last backup of this university that was tried; without one, since when it is missed. */
export interface BackupDocument {
  _id: 'last';
  /** Before its first read. */
  at: Date;
}

export const backups = modelOf<BackupDocument>('Backup', 'backups', {
  _id: { type: String, required: true },
  at: { type: Date, required: true },
});
