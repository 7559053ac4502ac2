import { urgencyOf } from './urgency';

it.each([
  ['harassment', 12],
  ['hate', 48],
  ['inappropriate_behavior', 48],
  ['scam', 72],
  ['impersonation', 72],
  ['photos', 120],
  ['fake_profile', 120],
  ['other', 240],
])('a report of %s - is due after %i hours', (reportType, hours) => {
  const made = new Date('2027-03-02T12:00:00Z');
  const report = { decision: null, proposal: null, createdAt: made, reportType };
  const { due } = urgencyOf(report as never, made);
  expect((due.getTime() - made.getTime()) / 3_600_000).toBe(hours);
});
