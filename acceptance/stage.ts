import { launchBrowser, openPage, type TestPage } from '@flint/testing/browser';
import { startFlint, storeSession, type StoredSession, type TestFlint } from '@flint/testing/flint';
import type { Browser, Page } from 'playwright-core';

/** The composed stack and the browser, shared by all sections. */
interface Stage {
  readonly flint: TestFlint;
  readonly browser: Browser;
}

const DAY_MS = 86_400_000;
/** How far the server's clock is behind the real one. */
let behindMs = 0;
let stage: Stage | undefined;

function open(): Stage {
  if (!stage) throw new Error('the stage is not open');
  return stage;
}

export async function openStage(): Promise<void> {
  const clock = { now: () => new Date(Date.now() - behindMs) };
  const [flint, browser] = await Promise.all([
    startFlint({ clock, env: { IP_LIMIT_FACTOR: '1000' }, sweeps: true }),
    launchBrowser(),
  ]);
  stage = { flint, browser };
}

export async function closeStage(): Promise<void> {
  await stage?.browser.close();
  await stage?.flint[Symbol.asyncDispose]();
}

/** The time on the server's clock. */
export const serverNow = (): number => Date.now() - behindMs;

/** Moves the server's clock on. */
export const passTime = (ms: number): void => void (behindMs -= ms);

/** Sets the server's clock to yesterday, so that dates are over when the tests run. The database keeps the real time: it would delete a code. */
export const goBackOneDay = (): void => void (behindMs = DAY_MS);

let arrivedAt = Infinity;

/** Sets the server's clock to the real time. */
export function arriveToday(): void {
  behindMs = 0;
  arrivedAt = Date.now();
}

/** Waits until the database has deleted yesterday's expired documents; TTL indexes run once a minute. */
export const afterSweep = () =>
  new Promise((resolve) => setTimeout(resolve, arrivedAt + 65_000 - Date.now()));

/** The composed product. */
export const flint = (): TestFlint => open().flint;

/** The shell's address. */
export const address = (): string => open().flint.url;

/** The newest code mailed to that address. */
export const codeFor = (email: string): Promise<string> => open().flint.codeFor(email);

export const signInByHttp = async (email: string): Promise<Session> =>
  (await open().flint.sessionOf(email)) as Session;

/** The sign-in service's session, as the browser stores it. */
export interface Session extends StoredSession {
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly expires_at: number;
}

/** Calls `METHOD /path` of the composed product; the path is relative to /api/v1. */
export const http = (
  methodAndPath: string,
  { as, body }: { as?: Pick<Session, 'access_token'>; body?: unknown } = {},
) => open().flint.call(as ?? null, methodAndPath, body);

type Options = Parameters<typeof openPage>[1] & {
  /** Runs before the first page loads. */
  readonly before?: (page: Page) => Promise<unknown>;
};

/** What the browser itself logs about failed responses; the tests check these responses. */
const REFUSED = /Failed to load resource/;
/** A page that a test changes in transit counts as another origin's. */
const CHANGED = /loopback. address space/;

/** Longest wait for an element. */
const PATIENCE_MS = 60_000;

const opened = new Set<TestPage>();

/** A page in a new browser profile at an address, signed in unless `null`; closed after the test. */
export async function look(who: Session | null, at = '/', options: Options = {}): Promise<Page> {
  const { before, allow = [], ...rest } = options;
  const page = await openPage(open().browser, {
    timezoneId: 'America/Toronto',
    viewport: { width: 1280, height: 900 },
    hasClock: true,
    answersLater: true,
    ...rest,
    allow: [REFUSED, CHANGED, ...allow],
  });
  page.page.context().setDefaultTimeout(PATIENCE_MS);
  opened.add(page);
  if (who) await storeSession(page.page, address(), who);
  await before?.(page.page);
  await page.page.goto(address() + at, { waitUntil: 'commit' });
  return page.page;
}

/** Closes every page of the test; throws if something unexpected happened in one. */
export async function closePages(): Promise<void> {
  const pages = [...opened];
  opened.clear();
  for (const page of pages) await page.close();
}
