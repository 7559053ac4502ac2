/** `npm run simulate [-- students weeks]`: a campus over some weeks, Flint's order beside two simpler ones. */
import { buildCampus, simulate, type Strategy } from './campus';

const [students = 5000, weeks = 8] = process.argv.slice(2).map(Number);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const started = performance.now();
const campus = buildCampus(students, 1);
process.stdout.write(
  `${students} students, ${weeks} weeks (campus built in ${((performance.now() - started) / 1000).toFixed(0)} s)\n`,
);
process.stdout.write('order      | with a mutual candidate | exposure Gini | never had a date | dates\n');
for (const strategy of ['flint', 'score only', 'random'] satisfies Strategy[]) {
  const { withCandidate, exposureGini, unmatched, dates } = simulate(campus, strategy, weeks, 2);
  process.stdout.write(
    `${strategy.padEnd(10)} | ${percent(withCandidate).padStart(23)} | ${exposureGini.toFixed(3).padStart(13)} | ${percent(unmatched).padStart(16)} | ${dates}\n`,
  );
}
