import { execFileSync } from 'node:child_process';
import path from 'node:path';

const CASES = [
  ['a day, none changes', 'America/Toronto', '2027-03-11T23:00:00Z', 1, '2027-03-12T23:00:00.000Z'],
  ['a day, clocks go forward', 'America/Toronto', '2027-03-13T23:00:00Z', 1, '2027-03-14T22:00:00.000Z'],
  ['a week, clocks go back', 'America/Toronto', '2027-11-02T22:00:00Z', 7, '2027-11-09T23:00:00.000Z'],
  ['a week, half an hour', 'Australia/Lord_Howe', '2027-03-31T07:00:00Z', 7, '2027-04-07T07:30:00.000Z'],
] as const;

/** The results on the clock of each zone, in one process of its own: Jest's sets no zone. */
function onTheirClocks(): readonly string[] {
  const code = `import(${JSON.stringify(path.join(__dirname, 'days-later.ts'))}).then(({ daysLater }) => {
    const results = ${JSON.stringify(CASES)}.map(([, zone, at, days]) => {
      process.env.TZ = zone;
      return daysLater(new Date(at), days).toISOString();
    });
    console.log(JSON.stringify(results));
  })`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
}

describe('so many days later', () => {
  it('on any clock, also around its changes - is at the same time of day', () => {
    const named = (results: readonly string[]) => CASES.map(([name], at) => [name, results[at]]);
    expect(named(onTheirClocks())).toEqual(named(CASES.map(([, , , , expected]) => expected)));
  });
});
