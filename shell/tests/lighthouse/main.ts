/**
 * `npm run lighthouse [-- runs]`: Lighthouse on a simulated phone over six screens of a full account, each run with an empty
 * cache; prints the medians and ends with 1 when one is below its goal. Close other programs first: it measures this machine, too.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '@flint/services/seed';
import { findChromium } from '@flint/testing/chromium';
import { startFlint } from '@flint/testing/flint';
import lighthouse from 'lighthouse';
import { chromium, type CDPSession } from 'playwright-core';
import { freePort } from '@flint/testing/free-port';

const SCREENS = [
  ['sign-in', '/', false],
  ['questions', '/', true],
  ['availability', '/availability', true],
  ['photos', '/photos', true],
  ['offers', '/offers', true],
  ['matches', '/matches', true],
] as const;

interface Figures {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  /** Milliseconds, simulated. */
  readonly lcp: number;
  readonly cls: number;
}

const GOALS: Readonly<Record<keyof Figures, (value: number) => boolean>> = {
  performance: (value) => value >= 95,
  accessibility: (value) => value === 100,
  bestPractices: (value) => value === 100,
  lcp: (value) => value <= 1200,
  cls: (value) => value <= 0.02,
};

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    // the session stays; what is cached is emptied before every run
    disableStorageReset: true,
  });
  if (!result) throw new Error(`no result for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const failed = Object.values(audits).filter(
    ({ score: own, scoreDisplayMode }) => own === 0 && scoreDisplayMode === 'binary',
  );
  for (const { id } of failed) failures.add(`${new URL(url).pathname} ${id}`);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcp: Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
    cls: Number((audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)),
  };
}

/** Audits that failed in any run, with the path of their screen. */
const failures = new Set<string>();

async function emptyCaches(cdp: CDPSession, origin: string): Promise<void> {
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
}

async function main(runs: number): Promise<boolean> {
  const flint = await startFlint({ env: { IP_LIMIT_FACTOR: '1000' } });
  const profile = await mkdtemp(join(tmpdir(), 'flint-lighthouse-'));
  const port = await freePort();
  const { executablePath, env } = await findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    await seedDemo(flint.flint.deps);
    const session = await flint.sessionOf('invited@campus.edu');
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.goto(`${flint.url}/health/live`);
    let isGood = true;
    process.stdout.write(
      `${'screen'.padEnd(14)}${Object.keys(GOALS)
        .map((key) => key.padStart(14))
        .join('')}\n`,
    );
    for (const [name, path, isSignedIn] of SCREENS) {
      await page.evaluate(
        (value) => (value ? localStorage.setItem('auth-storage', value) : localStorage.clear()),
        isSignedIn ? JSON.stringify(session) : '',
      );
      const all: Figures[] = [];
      for (let run = 0; run < runs; run++) {
        await emptyCaches(cdp, flint.url);
        all.push(await measure(flint.url + path, port));
      }
      const medians = (Object.keys(GOALS) as (keyof Figures)[]).map(
        (key) => [key, median(all.map((each) => each[key]))] as const,
      );
      isGood &&= medians.every(([key, value]) => GOALS[key](value));
      process.stdout.write(
        `${name.padEnd(14)}${medians.map(([key, value]) => `${value}${GOALS[key](value) ? '' : ' !'}`.padStart(14)).join('')}\n`,
      );
    }
    if (failures.size > 0) process.stdout.write(`failed audits: ${[...failures].join(', ')}\n`);
    return isGood;
  } finally {
    await context.close();
    await flint[Symbol.asyncDispose]();
    await rm(profile, { recursive: true, force: true });
  }
}

const runs = Number(process.argv[2] ?? 5);
main(runs).then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
