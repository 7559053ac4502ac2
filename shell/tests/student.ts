import { openPage, type Pages } from '@flint/testing/browser';
import { signIn } from './stage';

const SCREENS = ['Offers', 'Photos', 'Matches', 'Availability'];

interface Options {
  /** Its index among the simulated students, so that they start at different screens. */
  readonly n: number;
  /** Time spent on a screen, in milliseconds. */
  readonly thinkMs: number;
}

/** A simulated student: navigates from screen to screen until it is stopped, and counts. */
export async function openStudent(browser: Pages, url: string, { n, thinkMs }: Options) {
  const { page, close } = await openPage(browser, { allow: [/status of 404/] });
  await signIn(page.context());
  const seen = new Set<string>();
  const failures: string[] = [];
  let visits = 0;
  const end = new AbortController();

  const version = page.locator('.status-line__version');

  async function visit(label: string): Promise<void> {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click();
    const panel = page.locator('#main .remote-failure');
    // the heading of the screen or the panel, not of the previous screen, which stays for a moment
    await page.locator('#main [data-page-heading]').filter({ hasText: label }).waitFor();
    if ((await panel.count()) > 0) failures.push(`${label}: ${await panel.innerText()}`);
    visits += 1;
    const text = (await version.textContent()) ?? '';
    if (text.startsWith('offers ')) seen.add(text.slice('offers '.length));
  }

  async function walk(): Promise<void> {
    await page.goto(`${url}/offers`);
    for (let step = n; !end.signal.aborted; step++) {
      await visit(SCREENS[step % SCREENS.length] ?? 'Offers');
      await page.waitForTimeout(thinkMs);
    }
  }

  const walking = walk().catch((error: unknown) => {
    failures.push(String(error));
  });
  return {
    seen,
    failures,
    visits: () => visits,
    async stop() {
      end.abort();
      await walking;
      await close();
    },
  };
}

export type Student = Awaited<ReturnType<typeof openStudent>>;
