import type { Types } from 'mongoose';
import type { Migration } from './migration';

interface Report {
  _id: Types.ObjectId;
  reportedId: string;
  createdAt: Date;
}

/** Reports of accounts that were deleted since show their reporter no name. Whoever came back has a profile that is younger than the report. */
export const unnamedReports: Migration = {
  name: '2026-11-26-unnamed-reports',
  async up(db) {
    const reports = db.collection<Report>('safety_reports');
    const profiles = db.collection<{ _id: string; createdAt: Date }>('profiles');
    for await (const { _id, reportedId, createdAt } of reports.find()) {
      const profile = await profiles.findOne({ _id: reportedId }, { projection: { createdAt: 1 } });
      const isUnnamed = reportedId.startsWith('gone:') || (profile !== null && profile.createdAt > createdAt);
      if (isUnnamed) await reports.updateOne({ _id }, { $set: { isUnnamed } });
    }
  },
  async down(db) {
    await db.collection('safety_reports').updateMany({}, { $unset: { isUnnamed: 1 } });
  },
};
