import { DRILLS } from './drills';
import { runCampus } from './main';
import { AWAY_WHILE_BUSY, SHORT } from './testing/lengths';

it('a rolling restart of both API processes - under the load of students - refuses and fails no request, and loses no write', async () => {
  const drills = DRILLS.filter(({ name }) => name === 'rolling-restart');
  const [row] = await runCampus({ ...SHORT, drills, say: (line) => void process.stdout.write(`${line}\n`) });
  expect(row!.wrong.filter((what) => !AWAY_WHILE_BUSY.test(what))).toEqual([]);
  expect(row!.requests).toBeGreaterThan(0);
});
