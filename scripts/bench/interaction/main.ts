/**
 * `npm run bench -- interaction [rounds] [screen]`: the latency of each tap and key of the journey (Event
 * Timing: from input to next paint), with a fourfold slower processor. Needs a quiet machine.
 */
import { seedDemo } from '@flint/services/seed';
import { launchBrowser, openPage } from '@flint/testing/browser';
import { startFlint, type StoredSession } from '@flint/testing/flint';
import type { CDPSession, Page } from 'playwright-core';
import { median } from '../median';
import {
  AVAILABILITY_STEPS,
  FRAME_STEPS,
  MATCHES_STEPS,
  OFFERS_STEPS,
  PHOTOS_STEPS,
  SETTINGS_STEPS,
  QUESTION_STEPS,
  signInSteps,
  type Step,
} from './steps';

const SLOWDOWN = 4;
const GOAL_MS = 100;
const PAINTED_MS = 800;
const SETTLED_MS = 1_500;
const PHONE = { width: 390, height: 844 };
/** Space for the phone's screen and the browser's bars. */
const WINDOW = { width: 800, height: 1100 };
const ROUNDS = Number(process.argv[2] ?? 3);
/** Runs only the steps of this screen (the text before their colon). */
const ONLY = process.argv[3];

/** Event timings of taps and keys; for other steps, long tasks. */
const OBSERVE = `
  window.flintTimings = [];
  window.flintTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) window.flintTimings.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.flintTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
`;

const out = (line: string) => process.stdout.write(`${line}\n`);
const flint = await startFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
await seedDemo(flint.flint.deps);
const browser = await launchBrowser();
const timings = new Map<string, number[]>();
const sessions = new Map<string, StoredSession>();

async function sessionOf(email: string): Promise<StoredSession> {
  const session = sessions.get(email) ?? (await flint.sessionOf(email));
  sessions.set(email, session);
  return session;
}

/**
 * An emulated screen as high as the window extends below its edge by the height of the browser's bars. No frame is
 * painted for changes there, and the tap counts as unanswered until something else changes.
 */
async function growWindow(devtools: CDPSession): Promise<void> {
  const { windowId } = await devtools.send('Browser.getWindowForTarget');
  await devtools.send('Browser.setWindowBounds', { windowId, bounds: WINDOW });
}

async function measure(page: Page, { what, at, prepare, act }: Step): Promise<void> {
  if (at !== undefined) {
    await page.goto(flint.url + at);
    await page.locator('#main [data-page-heading]').waitFor();
    await page.waitForTimeout(SETTLED_MS);
  }
  await prepare?.(page);
  await page.waitForTimeout(PAINTED_MS / 2);
  await page.evaluate('window.flintTimings.length = window.flintTasks.length = 0');
  await act(page);
  await page.waitForTimeout(PAINTED_MS);
  const list = what.endsWith('(longest task)') ? 'flintTasks' : 'flintTimings';
  const durations = (await page.evaluate(`window.${list}`)) as number[];
  timings.set(what, [...(timings.get(what) ?? []), Math.max(0, ...durations)]);
}

/** Runs the steps in one page, signed in as the student if there is one. */
async function walk(email: string | null, steps: readonly Step[], round: number): Promise<void> {
  const chosen = steps.filter(({ what }) => !ONLY || what.startsWith(`${ONLY}:`));
  if (chosen.length === 0) return;
  const { page, close } = email
    ? await flint.openSignedIn(browser, await sessionOf(email), '/', { viewport: PHONE })
    : await openPage(browser, { viewport: PHONE });
  await page.addInitScript(OBSERVE);
  const devtools = await page.context().newCDPSession(page);
  await growWindow(devtools);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  for (const step of chosen) if (!step.once || round === ROUNDS - 1) await measure(page, step);
  await close().catch(() => undefined); // tests check the console
}

const INVITED = 'invited@campus.edu';

for (let round = 0; round < ROUNDS; round++) {
  await walk(null, signInSteps(`bench${round}@campus.edu`, flint.codeFor), round);
  await walk(`answers${round}@campus.edu`, QUESTION_STEPS, round);
  await walk(INVITED, [...AVAILABILITY_STEPS, ...SETTINGS_STEPS, ...MATCHES_STEPS], round);
  await walk(INVITED, [...OFFERS_STEPS, ...FRAME_STEPS, ...PHOTOS_STEPS], round);
}
await browser.close();
await flint[Symbol.asyncDispose]();

out(`median of ${ROUNDS} rounds of the longest event each, phone-sized window`);
out('interaction | ms to the next paint | goal');
let worst = 0;
for (const [what, durations] of timings) {
  const typical = median(durations);
  worst = Math.max(worst, typical);
  out(`${what} | ${typical > 0 ? typical.toFixed(0) : 'under 16'} | under ${GOAL_MS}`);
}
process.exit(worst < GOAL_MS ? 0 : 1);
