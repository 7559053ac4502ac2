import type { Page } from 'playwright-core';
import { rollback } from '@flint/remote-build/release/commands';
import { readPointers } from '@flint/remote-build/release/pointers';
import type { ReleasePlace } from '@flint/scripts/release/place';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';
import { testPathOf } from '@flint/scripts/serve/test-release';
import { until } from '@flint/testing/until';
import { openTestPlace, othersHash, publishOffers, releaseOffers } from './release-builds';
import { goTo, heading, version } from './screens';
import { browser, openSignedIn, openStage, prepareBrowser } from './stage';
import { openStudent, type Student } from './student';

/** `npm run test:releases` uses more of both. */
const STUDENTS = Number(process.env['FLINT_STUDENTS'] ?? 3);
const ROUNDS = Number(process.env['FLINT_RELEASES'] ?? 2);
/** Pause of each student, so that the total rate of clicks does not depend on their number. */
const THINK_MS = 100;

jest.setTimeout(600_000 + STUDENTS * ROUNDS * 10_000);

prepareBrowser();

describe('releases while students visit', () => {
  let place: ReleasePlace;
  let stage: Awaited<ReturnType<typeof openStage>>;
  beforeEach(async () => {
    place = openTestPlace();
    stage = await openStage({ releases: place });
  });
  afterEach(() => stage.close());

  it(`offers - released and rolled back ${ROUNDS} times under ${STUDENTS} students - no navigation fails, nothing else changes`, async () => {
    const first = await releaseOffers(place, 0);
    const others = await othersHash(stage.url);
    const students: Student[] = [];
    for (let n = 0; n < STUDENTS; n++) {
      students.push(await openStudent(browser, stage.url, { n, thinkMs: STUDENTS * THINK_MS }));
    }
    const someoneSees = (wanted: string) => students.some(({ seen }) => seen.has(wanted));
    const forget = () => {
      for (const { seen } of students) seen.clear();
    };
    await until(
      () => someoneSees(first),
      () => `${first} unseen`,
    );
    for (let round = 1; round <= ROUNDS; round++) {
      forget();
      const made = await releaseOffers(place, round);
      await until(
        () => someoneSees(made),
        () => `${made} unseen`,
      );
      await rollback({ store: place.store }, 'offers');
      forget();
      await until(
        () => someoneSees(first),
        () => `${first} unseen`,
      );
      if (round % 5 === 0) process.stdout.write(`  ${round} of ${ROUNDS} releases\n`);
    }
    await Promise.all(students.map((student) => student.stop()));
    expect(students.flatMap(({ failures }) => failures)).toEqual([]);
    expect(await othersHash(stage.url)).toBe(others);
    const { live, moves } = (await readPointers(place.store)).remotes['offers'] ?? {};
    expect([live?.release, moves]).toEqual([first, 1 + 2 * ROUNDS]);
    const visits = students.reduce((sum, student) => sum + student.visits(), 0);
    process.stdout.write(
      `  ${visits} navigations of ${STUDENTS} students over ${ROUNDS} releases and roll-backs, 0 failed\n`,
    );
  });

  it('a tab from before a roll-back - that does not know of it - works, also with parts that it has not loaded yet', async () => {
    await releaseOffers(place, 0);
    const second = await releaseOffers(place, 1);
    const { page, close } = await openSignedIn();
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    let told: RemoteAddresses | undefined;
    // from now on /remotes.json answers with the first list
    stage.setAddresses((now) => (told ??= now));
    await (await fetch(`${stage.url}/remotes.json`)).text();
    await rollback({ store: place.store }, 'offers');
    await goTo(page, 'Matches');
    expect(await version(page)).toBe(`offers ${second}`);
    expect(stage.requests.some((line) => line.includes('/files/screen-matches'))).toBe(true);
    await close();
  });
});

/** Waits until exactly these releases have run their part of the matches screen, in this order. */
const untilRan = (page: Page, releases: string) =>
  page.waitForFunction((wanted) => (globalThis as { ran?: string }).ran === wanted, releases);

/** Waits until there was no request for three seconds, prefetches included: a machine may stall for two. */
async function quiet(requests: readonly string[]): Promise<void> {
  for (let seen = -1; seen !== requests.length;) {
    seen = requests.length;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
}

describe('files that did not change', () => {
  it('two releases, and a roll-back - in one browser - download what changed, and nothing twice', async () => {
    const place = openTestPlace();
    const stage = await openStage({ releases: place });
    const first = await releaseOffers(place, 0);
    const { page, close } = await openSignedIn();
    /** Opens both screens of the remote in a new page; returns the requests to its server. */
    const visit = async (release: string) => {
      const before = stage.requests.length;
      for (const path of ['/offers', '/matches']) {
        await page.goto(stage.url + path);
        await heading(page).waitFor();
        expect(await version(page)).toBe(`offers ${release}`);
        // what this screen still asks for ends with its page, and would be asked for again
        await quiet(stage.requests);
      }
      const asked = stage.requests.slice(before).filter((line) => line.startsWith('offers '));
      return asked.map((line) => line.split('/').at(-1)!.split('.')[0]!).toSorted();
    };
    const all = await visit(first);
    expect(all).toContain('screen-matches');
    // with their stylesheets, each once
    expect(all.length).toBeGreaterThan(4);

    const second = await releaseOffers(place, 1);
    expect(await visit(second)).toEqual(['mf-manifest', 'remoteEntry']);

    await rollback({ store: place.store }, 'offers');
    expect(await visit(first)).toEqual([]);
    await close();
    await stage.close();
  });

  it('two releases in one page - with chunks of the same name - each run their own chunks', async () => {
    const place = openTestPlace();
    const stage = await openStage({ releases: place });
    const note = (n: number) => ({ lazy: `globalThis.ran=(globalThis.ran??"")+"${n}";` });
    const first = await releaseOffers(place, 0, note(0));
    const { page, close } = await openSignedIn();
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    const goUntil = async (release: string) => {
      // a page checks for releases every two seconds at most
      for (const end = Date.now() + 30_000; (await version(page)) !== `offers ${release}`;) {
        if (Date.now() > end) throw new Error(`${await version(page)} is shown, not ${release}`);
        await goTo(page, 'Photos');
        await goTo(page, 'Offers');
      }
    };
    await goTo(page, 'Matches');
    await untilRan(page, '0');
    const second = await releaseOffers(place, 1, note(1));
    await goUntil(second);
    await goTo(page, 'Matches');
    await untilRan(page, '01');
    await rollback({ store: place.store }, 'offers');
    await goUntil(first);
    await goTo(page, 'Matches');
    // the release that ran before runs again without a load
    await untilRan(page, '01');
    expect(await page.locator('.remote-failure').count()).toBe(0);
    await close();
    await stage.close();
  });
});

describe('a test release', () => {
  it('from its link to its end - in one browser - is shown with its banner there, and nowhere else', async () => {
    const place = openTestPlace();
    const stage = await openStage({ ownOrigin: true, releases: place });
    const live = await releaseOffers(place, 0);
    const tried = await publishOffers(place, 1);
    const tester = await openSignedIn();
    const { page } = tester;
    await page.goto(stage.url + testPathOf('offers', tried));
    await page.getByRole('button', { name: 'Open the test release' }).click();
    await page.waitForURL(`${stage.url}/**`);
    const opened = await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    expect(opened?.headers()['content-security-policy']).not.toMatch(/(script|connect)-src[^;]*http/);
    const banner = page.getByRole('complementary', { name: 'Test release' });
    expect(await banner.textContent()).toContain(`offers ${tried}`);
    expect(await version(page)).toBe(`offers ${tried}+test`);
    expect(await page.locator('.status-line__version').isVisible()).toBe(true);
    const color = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(color).toBe('rgb(255, 224, 138)');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const cookie = (await page.context().cookies()).find(({ name }) => /test-release/.test(name));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', value: `offers:${tried}` });
    // another screen and back: the open page checks again
    await goTo(page, 'Photos');
    await goTo(page, 'Offers');
    expect(await version(page)).toBe(`offers ${tried}+test`);

    const student = await openSignedIn();
    await student.page.goto(`${stage.url}/offers`);
    await heading(student.page).waitFor();
    expect(await version(student.page)).toBe(`offers ${live}`);
    expect(await student.page.locator('.status-line__version').isVisible()).toBe(false);
    expect(await student.page.locator('.flint-test').count()).toBe(0);
    await student.close();

    await banner.getByRole('button', { name: 'End the test' }).click();
    await page.waitForFunction(() => !document.querySelector('.flint-test'));
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    expect(await version(page)).toBe(`offers ${live}`);
    await tester.close();
    await stage.close();
  });
});
