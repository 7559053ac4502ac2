/**
 * `npm run simulate [-- students weeks]`: simulates campuses over some weeks and compares the lists of rounds with lists by score alone, three
 * seeds each. Exits with 1 when a promised figure is missed.
 */
import { buildCampus, dayHours, GROUPS, type Mode } from './campus';
import { simulate } from './market';
import { mean, measure, type Outcome } from './measure';
import { ORDERS, orderBy, type OrderName } from './orders';
import { simulatePlans } from './plans';
import { judge } from './promises';

const given = process.argv.slice(2);
if (given.length > 2 || !given.every((each) => /^[1-9]\d*$/.test(each))) {
  process.stderr.write('Two whole numbers at most: npm run simulate -- [students] [weeks]\n');
  process.exit(2);
}
const [students = 5000, weeks = 8] = given.map(Number);
const SEEDS = [1, 2, 3];
const say = (line: string) => process.stdout.write(`${line}\n`);

type Figure = Exclude<keyof Outcome, 'groups'>;
const COLUMNS: readonly [figure: Figure, title: string, show: (value: number) => string][] = [
  ['exposureGini', 'exposure Gini', (v) => v.toFixed(3)],
  ['worstTenth', 'worst tenth', (v) => v.toFixed(2)],
  ['unasked', 'never asked', (v) => `${(100 * v).toFixed(1)} %`],
  ['never', 'never a date', (v) => `${(100 * v).toFixed(1)} %`],
  ['dates', 'dates', (v) => v.toFixed(0)],
];

function row(name: string, outcomes: readonly Outcome[]): string {
  const cells = COLUMNS.map(([figure, title, show]) => {
    const values = outcomes.map((outcome) => outcome[figure]);
    const range = `${show(Math.min(...values))}..${show(Math.max(...values))}`.replaceAll(' %', '');
    return `${title} ${show(mean(values))} (${range})`;
  });
  return `${name}: ${cells.join(' | ')}`;
}

function groupTable(name: string, outcomes: readonly Outcome[]): string[] {
  return GROUPS.flatMap(({ name: group }) => {
    const found = outcomes.flatMap(({ groups }) => groups.filter((each) => each.name === group));
    if (found.length === 0) return [];
    const of = (key: 'people' | 'attention' | 'never' | 'datesPerWeek') =>
      mean(found.map((each) => each[key]));
    return `  ${name}, ${group} (${of('people').toFixed(0)}): attention ${of('attention').toFixed(2)} of the mean, never a date ${(100 * of('never')).toFixed(1)} %, dates a week ${of('datesPerWeek').toFixed(2)}`;
  });
}

async function run(mode: Mode) {
  const outcomes: Record<OrderName, Outcome[]> = {
    rounds: [],
    'score only': [],
  };
  for (const seed of SEEDS) {
    const campus = await buildCampus(students, seed, mode);
    for (const name of ORDERS)
      outcomes[name].push(measure(simulate(campus, orderBy(name, seed), weeks, seed + 1)));
  }
  say(
    `\n${mode} campus, ${students} students, ${weeks} weeks: mean of seeds ${SEEDS.join(', ')} (lowest..highest)`,
  );
  for (const name of ORDERS) say(row(name, outcomes[name]));
  for (const name of ORDERS) for (const line of groupTable(name, outcomes[name])) say(line);
  return outcomes;
}

const share = (value: number) => `${(100 * value).toFixed(1)} %`;

/** Counts offers that need another time or place: filled in by hand, and sent as ready plans. */
async function runPlans() {
  say(
    `\nready plans, even campus, ${students} students, one round, places of the sample (assumptions: plans.ts)`,
  );
  for (const seed of SEEDS) {
    const plans = await simulatePlans(await buildCampus(students, seed, 'even', dayHours), seed);
    say(
      `seed ${seed}: ${plans.offers} offers, need another time or place: before ${share(plans.before)}, with plans ${share(plans.after)} | people shown with a plan ${share(plans.withPlan)}, with three ${share(plans.withThree)}`,
    );
  }
}

await runPlans();
const results = { even: await run('even'), lifelike: await run('lifelike') };
const missed = judge(results).filter(({ met, text }) => {
  say(`${met ? 'met   ' : 'MISSED'} ${text}`);
  return !met;
});
process.exitCode = missed.length > 0 ? 1 : 0;
