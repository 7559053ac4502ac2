import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The result on a clock of that zone; Node reads the zone when it starts. */
function onTheClockOf(TZ: string, at: string, days: number): string {
  const file = JSON.stringify(path.join(__dirname, 'days-later.ts'));
  const code = `import(${file}).then(({ daysLater }) => console.log(daysLater(new Date('${at}'), ${days}).toISOString()))`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  return execFileSync(process.execPath, args, { env: { ...process.env, TZ }, encoding: 'utf8' }).trim();
}

describe('so many days later', () => {
  it.each([
    ['a day, none changes', 'America/Toronto', '2027-03-11T23:00:00Z', 1, '2027-03-12T23:00:00.000Z'],
    ['a day, clocks go forward', 'America/Toronto', '2027-03-13T23:00:00Z', 1, '2027-03-14T22:00:00.000Z'],
    ['a week, clocks go back', 'America/Toronto', '2027-11-02T22:00:00Z', 7, '2027-11-09T23:00:00.000Z'],
    ['a week, half an hour', 'Australia/Lord_Howe', '2027-03-31T07:00:00Z', 7, '2027-04-07T07:30:00.000Z'],
  ])('%s (%s) - is at the same time of day', (_, zone, at, days, expected) => {
    expect(onTheClockOf(zone, at, days)).toBe(expected);
  });
});
