/** Report types in the order shown; the default is the first (spec 9). */
export const REPORT_TYPES = ['no_show', 'inappropriate_behavior', 'safety_concern', 'fake_profile'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** Reasons to report a person at any time: the specification's four and ours, in the order shown. */
export const REPORT_REASONS = [
  ...REPORT_TYPES,
  'harassment',
  'underage',
  'impersonation',
  'scam',
  'hate',
  'photos',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Serious reasons, for which a report needs no details. */
export const GRAVE_REASONS: readonly ReportReason[] = ['underage', 'safety_concern', 'harassment'];
