import { setTimeout as sleep } from 'node:timers/promises';
import { isLong } from '@flint/testing/long';
import { DRILLS } from './drills';
import { runCampus } from './main';
import type { Drill, Row } from './run-drill';
import { AWAY_WHILE_BUSY, LONG, SHORT } from './testing/lengths';

/** The long runs have every drill; otherwise one that restarts nothing. */
const drills = isLong ? DRILLS : DRILLS.filter(({ name }) => name === 'disk-full');

jest.setTimeout(1_200_000);

/** Ways in which an installation can break, each with what its row must say. */
const BROKEN: readonly (Drill & { readonly says: RegExp })[] = [
  {
    name: 'silent',
    what: 'an alert is expected of a quiet campus',
    alerts: ['FlintAway'],
    says: /FlintAway did not fire/,
    run: () => Promise.resolve(),
  },
  {
    name: 'signed-out',
    what: 'every access token ends',
    says: /requests failed: .*: 401/,
    run: ({ stage }) => stage.setClock(200 * 60_000),
  },
  {
    name: 'erased',
    what: 'answers disappear from the database',
    mayRefuse: true,
    says: /lost: answer/,
    async run({ stage, crowd }) {
      await crowd.rest();
      await stage.admin.collection('profiles').updateMany({}, { $unset: { 'answers.religion': '' } });
      crowd.students.forEach((student) => (student.visit = () => sleep(100)));
    },
  },
];

let rows: Row[];
beforeAll(async () => {
  rows = await runCampus({
    ...(isLong ? LONG : SHORT),
    drills: [...drills, ...BROKEN],
    say: (line) => void process.stdout.write(`${line}\n`),
  });
});

describe('a campus on one machine, under simulated students', () => {
  it.each(drills)(
    '$name - $what - loses no acknowledged write, fails no request, and fires its alerts alone',
    ({ name }) => {
      const row = rows.find(({ drill }) => drill === name)!;
      expect(row.wrong.filter((what) => isLong || !AWAY_WHILE_BUSY.test(what))).toEqual([]);
      expect(row.requests).toBeGreaterThan(0);
    },
  );

  it.each(BROKEN)('a drill in which $what - fails, and says so', ({ name, says }) => {
    expect(rows.find(({ drill }) => drill === name)!.wrong.join('\n')).toMatch(says);
  });
});
