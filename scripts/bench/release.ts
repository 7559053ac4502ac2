/** How long a release of a remote takes, until an open tab shows it, and its roll-back, each by its command. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startFlint } from '@flint/testing';
import { launchBrowser } from '@flint/testing/browser';
import { copyRepository } from '../new/copy-repository';
import { openPlace } from '../release/place';
import { median } from './median';

const ROUNDS = 3;
/** What each step may take, in seconds. */
const GOALS = { release: 10, 'seen in an open tab': 5, 'roll-back': 1 } as const;
type Step = keyof typeof GOALS;

const took: Record<Step, number[]> = { release: [], 'seen in an open tab': [], 'roll-back': [] };
async function timed<T>(step: Step, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  took[step].push((performance.now() - started) / 1_000);
  return result;
}

// the versions of its remote change here
const copy = copyRepository();
const work = mkdtempSync(path.join(tmpdir(), 'flint-bench-release-'));
const settings = { RELEASES: path.join(work, 'releases'), DATA_DIR: path.join(work, 'data') };
const flint = await startFlint({ releases: openPlace(settings, copy) });
const browser = await launchBrowser();

/** Runs a command in the folder of offers; returns the release that it makes live. */
async function offers(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(copy, 'scripts/flint.mjs'), 'release', ...args],
    {
      cwd: path.join(copy, 'mfe-offers'),
      env: { ...process.env, ...settings, PUBLIC_URL: flint.url },
    },
  );
  const live = /^offers: (\S+) is live$/m.exec(stdout)?.[1];
  if (!live) throw new Error(stdout);
  return live;
}

const { page } = await flint.openSignedIn(browser, await flint.sessionOf('ada@campus.edu'), '/photos', {
  allow: [/./],
});
const goTo = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** Goes to and fro, as a student who comes back to the tab, until that release is on screen. */
async function see(release: string): Promise<void> {
  const version = page.locator('.status-line__version');
  const isShown = async () => (await version.textContent())?.endsWith(release);
  while (!(await isShown())) {
    await goTo('Photos');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await goTo('Offers');
    await page.waitForTimeout(100);
  }
}

await goTo('Offers');
const manifest = path.join(copy, 'mfe-offers/package.json');
const { version: _version, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
for (let round = 1; round <= ROUNDS; round++) {
  writeFileSync(manifest, JSON.stringify({ ...rest, version: `1.0.${round}` }));
  const release = await timed('release', () => offers('publish', '--untried'));
  await timed('seen in an open tab', () => see(release));
}
for (let round = 1; round < ROUNDS; round++) {
  const release = await timed('roll-back', () => offers('rollback'));
  await timed('seen in an open tab', () => see(release));
}

process.stdout.write('step, with npx flint release publish --untried, rollback | median | goal | each\n');
for (const [step, goal] of Object.entries(GOALS) as [Step, number][]) {
  const each = took[step].map((seconds) => seconds.toFixed(1));
  process.stdout.write(`${step} | ${median(took[step]).toFixed(1)} s | ${goal} s | ${each.join(' ')}\n`);
  if (median(took[step]) > goal) process.exitCode = 1;
}
await browser.close();
await flint[Symbol.asyncDispose]();
rmSync(work, { recursive: true });
rmSync(copy, { recursive: true });
