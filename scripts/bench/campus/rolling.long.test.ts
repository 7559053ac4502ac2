import { DRILLS } from './drills';
import { runCampus } from './main';
import { SHORT } from './testing/lengths';

jest.setTimeout(600_000);

it('a rolling restart of both API processes - under the load of students - refuses and fails no request, and loses no write', async () => {
  const drills = DRILLS.filter(({ name }) => name === 'rolling-restart');
  const [row] = await runCampus({ ...SHORT, drills, say: (line) => void process.stdout.write(`${line}\n`) });
  // a minute of its alerts is 0.4 s: on a busy machine a start takes ten of them
  expect(row!.wrong.filter((what) => what !== 'FlintTargetAway fired')).toEqual([]);
  expect(row!.requests).toBeGreaterThan(0);
});
