import type { DeskCase, DeskSession } from '@flint/contracts/desk';

export const ID = '65f0c0ffee65f0c0ffeeab12';

export const session: DeskSession = {
  operator: 'kim',
  stage: 'full',
  isEnrolled: true,
  until: '2026-03-06T20:00:00.000Z',
  idleMinutes: 30,
  others: ['lou', 'sam'],
};

/** A first report about somebody unknown, which nobody has decided. */
export const buildCase = (more: Partial<DeskCase> = {}): DeskCase => ({
  id: ID,
  version: 'v1',
  kind: 'report',
  reason: 'scam',
  since: new Date(2026, 2, 5, 12).toISOString(),
  due: new Date(2026, 2, 7, 12).toISOString(),
  openedAt: new Date(2026, 2, 5, 12).toISOString(),
  description: 'Asked me for money.',
  hasReporter: true,
  reporter: { reports: 1, falseReports: 0 },
  about: { earlier: 0, strikes: [], restrictedUntil: null, heldSince: null },
  offers: [],
  sealed: [],
  disclosed: [],
  next: 'warning',
  proposal: null,
  decision: null,
  ...more,
});
