/**
 * `npx flint check lighthouse [runs] [screen]`: Lighthouse on a simulated phone over seven screens, each run in a new browser. Prints the
 * medians and exits with 1 if one misses its goal. Close other programs first. A visitor has no session. A student has a session, and has
 * opened the screen before ('again'), so that cache and service worker are filled, or not ('cold'). The questions are those of a student
 * in the middle of them; the other screens, and the start, which leads on to the offers, are those of a student with offers. Cold runs
 * have all goals but that of the largest paint (decision 020).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '@flint/scripts/bench/median';
import type { Call } from '@flint/scripts/flint/read';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { seedDemo } from '@flint/services/seed';
import { startFlint } from '@flint/testing/flint';
import lighthouse from 'lighthouse';
import { makeProfile, withChrome, type Profile } from './chrome';
import { startLine } from './line';

const SCREENS = [
  ['start', '/'],
  ['availability', '/availability'],
  ['photos', '/photos'],
  ['offers', '/offers'],
  ['matches', '/matches'],
] as const;

/** The event stream never ends: without a limit every run would wait for it. */
const LOAD_MS = 15_000;

/** Printed figures, and their place in the result of Lighthouse. Times are simulated milliseconds. */
interface Figure {
  readonly of: 'score' | 'audit';
  readonly id: string;
  readonly digits?: number;
  readonly isGood?: (value: number) => boolean;
}
const FIGURES = {
  performance: { of: 'score', id: 'performance', isGood: (value) => value >= 95 },
  accessibility: { of: 'score', id: 'accessibility', isGood: (value) => value === 100 },
  bestPractices: { of: 'score', id: 'best-practices', isGood: (value) => value === 100 },
  lcp: { of: 'audit', id: 'largest-contentful-paint', isGood: (value) => value <= 1200 },
  cls: { of: 'audit', id: 'cumulative-layout-shift', digits: 3, isGood: (value) => value <= 0.02 },
  fcp: { of: 'audit', id: 'first-contentful-paint' },
  speedIndex: { of: 'audit', id: 'speed-index' },
  tbt: { of: 'audit', id: 'total-blocking-time' },
} as const satisfies Record<string, Figure>;
type Key = keyof typeof FIGURES;
const KEYS = Object.keys(FIGURES) as Key[];

/** Audits that failed in any run, with the path of the screen. */
const failures = new Set<string>();

async function measure(url: string, port: number, keepAs: string): Promise<Record<Key, number>> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    maxWaitForLoad: LOAD_MS,
    // the browser is new, and Lighthouse must not delete its session
    disableStorageReset: true,
  });
  if (!result) throw new Error(`no result for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const keepIn = process.env['LIGHTHOUSE_DIR'];
  if (keepIn) {
    await mkdir(keepIn, { recursive: true });
    const kept = { lhr: result.lhr, trace: result.artifacts['Trace'] };
    await writeFile(join(keepIn, `${keepAs}.json`), JSON.stringify(kept));
  }
  for (const { id, score, scoreDisplayMode } of Object.values(audits)) {
    if (score === 0 && scoreDisplayMode === 'binary') failures.add(`${new URL(url).pathname} ${id}`);
  }
  const valueOf = ({ of, id, digits = 0 }: Figure) =>
    of === 'score'
      ? Math.round((categories[id]?.score ?? 0) * 100)
      : Number((audits[id]?.numericValue ?? 0).toFixed(digits));
  return Object.fromEntries(KEYS.map((key) => [key, valueOf(FIGURES[key])])) as Record<Key, number>;
}

/** Sometimes a recording misses its beginning: that run is repeated. */
async function measureAgain(profile: Profile, url: string, keepAs: string): Promise<Record<Key, number>> {
  const once = () => withChrome(profile, (port) => measure(url, port, keepAs));
  return once().catch((error: unknown) => {
    process.stderr.write(`${keepAs} again: ${String(error)}\n`);
    return once();
  });
}

const row = (cells: readonly (string | number)[]) =>
  process.stdout.write(
    `${cells.map((cell, at) => (at ? String(cell).padStart(14) : String(cell).padEnd(20))).join('')}\n`,
  );

interface Visit {
  readonly name: string;
  readonly path: string;
  readonly profile: Profile;
  /** Figures without a goal. */
  readonly free?: readonly Key[];
}

async function medians({ name, path, profile }: Visit, url: string, runs: number): Promise<[Key, number][]> {
  const all: Record<Key, number>[] = [];
  for (let run = 0; run < runs; run++) all.push(await measureAgain(profile, url + path, `${name}-${run}`));
  return KEYS.map((key) => [key, median(all.map((each) => each[key]))]);
}

async function measureAll(runs: number, only = ''): Promise<boolean> {
  await using flint = await startFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
  await seedDemo(flint.flint.deps);
  await using line = await startLine(flint.url);
  const halfway = { 'auth-storage': JSON.stringify(await flint.sessionOf('halfway@campus.edu')) };
  const invited = {
    'auth-storage': JSON.stringify(await flint.sessionOf('invited@campus.edu')),
    // set on every device whose session belongs to a student with a completed questionnaire
    onboarding_completed: 'true',
  };
  const paths = SCREENS.map(([, path]) => path);
  await using stranger = await makeProfile(line.url);
  await using halfwayCold = await makeProfile(line.url, halfway);
  await using halfwayAgain = await makeProfile(line.url, halfway, ['/']);
  await using cold = await makeProfile(line.url, invited);
  await using again = await makeProfile(line.url, invited, paths);
  const free = ['lcp'] as const;
  const visits: Visit[] = [
    { name: 'sign-in', path: '/', profile: stranger },
    { name: 'questions again', path: '/', profile: halfwayAgain },
    ...SCREENS.map(([name, path]) => ({ name: `${name} again`, path, profile: again })),
    { name: 'questions cold', path: '/', profile: halfwayCold, free },
    ...SCREENS.map(([name, path]) => ({ name: `${name} cold`, path, profile: cold, free })),
  ];
  let isGood = true;
  row(['screen', ...KEYS]);
  for (const visit of visits.filter(({ name }) => name.startsWith(only))) {
    const cells = (await medians(visit, line.url, runs)).map(([key, value]) => {
      const { isGood: reaches = () => true }: Figure = FIGURES[key];
      const isFine = visit.free?.includes(key) || reaches(value);
      isGood &&= isFine;
      return `${value}${isFine ? '' : ' !'}`;
    });
    row([visit.name, ...cells]);
  }
  if (failures.size > 0) process.stdout.write(`failed audits: ${[...failures].join(', ')}\n`);
  return isGood;
}

export async function main({ positionals: [runs = '5', screen] }: Call): Promise<never> {
  if (!/^[1-9]\d*$/.test(runs)) throw new WrongArguments(`The number of runs comes first, not '${runs}'.`);
  process.exit((await measureAll(Number(runs), screen)) ? 0 : 1);
}
