/**
 * `npm run bench -- composition [rounds]`: the cost of separate builds. The same screens once from one
 * bundle, once from one build split by screen, once from the shell and its remotes, in turns, on a line of 10 Mbit/s and 40 ms.
 */
import { join } from 'node:path';
import { seedDemo } from '@flint/services/seed';
import { launchBrowser } from '@flint/testing/browser';
import { startFlint } from '@flint/testing/flint';
import { REPOSITORY } from '../../compose/remotes';
import { addressesOf } from '../../serve/remotes-json';
import { median } from '../median';
import { buildAsOne } from './one-build';
import { serveBuild } from './serve';
import { goOn, open, openProfile, type Screen, type Visit } from './visit';

const ROUNDS = Number(process.argv[2] ?? 7);
const GOALS = { cold: 1.05, warm: 1.05, next: 1 };
/** Time for the idle preloading of the next screen. */
const IDLE_MS = 1_500;

const SIGN_IN: Screen = { name: 'Sign in', path: '/' };
const SCREENS: readonly Screen[] = [
  SIGN_IN,
  { name: 'Questions', path: '/' },
  { name: 'Availability', path: '/availability' },
  { name: 'Photos', path: '/photos' },
  { name: 'Offers', path: '/offers' },
  { name: 'Profile', path: '/profile' },
];
/** The journey: from each screen to the most likely next one. */
const STEPS: readonly (readonly [from: string, to: Screen])[] = [
  ['/', { name: 'Availability', path: '/availability' }],
  ['/availability', { name: 'Photos', path: '/photos' }],
  ['/photos', { name: 'Offers', path: '/offers' }],
];

const out = (line: string) => process.stdout.write(`${line}\n`);
const flint = await startFlint();
await seedDemo(flint.flint.deps);
const session = await flint.sessionOf('invited@campus.edu');
const builds = {
  'one bundle': await serveBuild(await buildAsOne('one bundle'), {}, flint.url),
  'split by screen': await serveBuild(await buildAsOne('split by screen'), {}, flint.url),
  federated: await serveBuild(join(REPOSITORY, 'shell/dist'), addressesOf(flint.flint.remotes), flint.url),
};
type Build = keyof typeof builds;
const NAMES = Object.keys(builds) as Build[];
const browser = await launchBrowser();

const visits = new Map<string, Visit[]>();
const keyOf = (build: Build, what: string) => `${build} | ${what}`;
const note = (build: Build, what: string, visit: Visit) =>
  visits.set(keyOf(build, what), [...(visits.get(keyOf(build, what)) ?? []), visit]);

async function lookAt(build: Build, screen: Screen): Promise<void> {
  const profile = await openProfile(browser, screen === SIGN_IN ? null : session);
  const address = builds[build].url + screen.path;
  note(build, `${screen.name}, cold`, await open(profile, address));
  await profile.page.waitForTimeout(IDLE_MS / 3);
  note(build, `${screen.name}, warm`, await open(profile, address));
  await profile.context.close();
}

async function walk(build: Build): Promise<void> {
  const profile = await openProfile(browser, session);
  await open(profile, `${builds[build].url}${STEPS[0]?.[0]}`);
  for (const [, to] of STEPS) {
    await profile.page.waitForTimeout(IDLE_MS);
    note(build, `${to.name}, next`, await goOn(profile, to));
  }
  await profile.context.close();
}

for (let round = 0; round < ROUNDS; round++) {
  // each round starts with another one, so that other load affects all equally
  const order = NAMES.map((_, index) => NAMES[(index + round) % NAMES.length] as Build);
  for (const screen of SCREENS) for (const build of order) await lookAt(build, screen);
  for (const build of order) await walk(build);
}
await browser.close();
await Promise.all(Object.values(builds).map((gateway) => gateway.close({ graceMs: 0 })));
await flint[Symbol.asyncDispose]();

const of = (build: Build, what: string, part: keyof Visit) =>
  median((visits.get(keyOf(build, what)) ?? []).map((visit) => visit[part]));
const ratios: Record<string, number[]> = { cold: [], warm: [], next: [] };
const splitRatios: Record<string, number[]> = { cold: [], warm: [], next: [] };

out(
  `${ROUNDS} rounds, medians; visible is the screen's heading painted; 10 Mbit/s, 40 ms; no service worker`,
);
out('screen | one bundle, ms | split, ms | federated, ms | of one bundle | of split | requests | KiB');
for (const when of ['cold', 'warm', 'next'] as const) {
  const screens = when === 'next' ? STEPS.map(([, to]) => to) : SCREENS;
  for (const { name } of screens) {
    const what = `${name}, ${when}`;
    const ms = NAMES.map((build) => of(build, what, 'ms')) as [number, number, number];
    const [ofOne, ofSplit] = [ms[2] / ms[0], ms[2] / ms[1]];
    ratios[when]?.push(ofOne);
    splitRatios[when]?.push(ofSplit);
    const all = (part: 'requests' | 'bytes', unit: number) =>
      NAMES.map((build) => (of(build, what, part) / unit).toFixed(0)).join(' / ');
    const times = ms.map((time) => time.toFixed(0));
    const shares = [ofOne, ofSplit].map((ratio) => ratio.toFixed(2));
    out([what, ...times, ...shares, all('requests', 1), all('bytes', 1024)].join(' | '));
  }
}
out('all screens | federated of one bundle | of split | goal, of one bundle');
const overall = (when: string) => median(ratios[when] ?? []);
for (const [when, goal] of Object.entries(GOALS)) {
  out(
    `${when} | ${overall(when).toFixed(2)} | ${median(splitRatios[when] ?? []).toFixed(2)} | at most ${goal.toFixed(2)}`,
  );
}
const isMet = (['cold', 'warm'] as const).every((when) => Number(overall(when).toFixed(2)) <= GOALS[when]);
process.exit(isMet ? 0 : 1);
