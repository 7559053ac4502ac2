import type { QueueItem } from '@flint/contracts/desk';
import { detailOf, headingOf } from './words';

const item: QueueItem = {
  id: '65f0c0ffee65f0c0ffeeab12',
  kind: 'report',
  reason: 'scam',
  since: '2026-03-05T12:00:00.000Z',
  due: '2026-03-06T12:00:00.000Z',
  group: 'today',
  earlier: 0,
  by: null,
  measure: null,
};

describe('a row of the queue', () => {
  it.each<[Partial<QueueItem>, string, string]>([
    [{}, 'Scam', 'Case EEAB12'],
    [{ earlier: 1 }, 'Scam', 'Case EEAB12, one other report'],
    [{ earlier: 3 }, 'Scam', 'Case EEAB12, 3 other reports'],
    [{ kind: 'proposal', by: 'kim', earlier: 3 }, 'Ban proposed', 'Case EEAB12, by kim'],
    [{ kind: 'appeal', measure: 'suspension' }, 'Appeal: suspension', 'Case EEAB12'],
    [{ kind: 'decided', by: 'kim and lou', measure: 'ban' }, 'Scam', 'Case EEAB12, by kim and lou'],
  ])('with %j - is %s: %s', (more, heading, detail) =>
    expect([headingOf({ ...item, ...more }), detailOf({ ...item, ...more })]).toEqual([heading, detail]),
  );
});
