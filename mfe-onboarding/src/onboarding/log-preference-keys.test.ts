import { logPreferenceKeys } from './log-preference-keys';

describe('the preference keys on the console', () => {
  const WEEK = {
    utcSlots: [{ dayOfWeek: 2, startHour: 17, endHour: 18 }],
    timezone: 'UTC',
    lastUpdated: '2026-11-25T00:00:00.000Z',
  };

  it.each([
    ['development', ['intent:casual_dating', 'availability:tue']],
    ['production', []],
  ])('in %s - with an answer and a week - are %j', (mode, expected) => {
    const log = jest.spyOn(console, 'log').mockReturnValue();
    const env = process.env as Record<string, string | undefined>;
    const before = env['NODE_ENV'];
    env['NODE_ENV'] = mode;
    logPreferenceKeys({ intent: 'casual_dating' }, WEEK);
    env['NODE_ENV'] = before;
    const printed = log.mock.calls.flat().join();
    log.mockRestore();
    for (const key of expected) expect(printed).toContain(key);
    expect(printed === '').toBe(expected.length === 0);
  });
});
