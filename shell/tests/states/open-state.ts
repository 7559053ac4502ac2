import { openPage, type TestPage, type Pages } from '@flint/testing/browser';
import type { StoredSession, TestFlint } from '@flint/testing/flint';
import type { Language } from '@flint/texts';
import type { Page } from 'playwright-core';
import { signIn } from '../stage';
import type { Account, State } from './states';
import { wordsOf } from './words';

interface Look {
  readonly browser: Pages;
  readonly flint: TestFlint;
  readonly sessions: ReadonlyMap<Account, StoredSession>;
  readonly options: Parameters<typeof openPage>[1];
  readonly language?: Language;
}

const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('.f-skeleton, [aria-busy=true]') &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );

/** Opens a page in that state; errors of the page fail the test. */
export async function openState(
  state: State,
  { browser, flint, sessions, options, language = 'en' }: Look,
): Promise<TestPage> {
  const { path, as, before, allow = [] } = state;
  const session = as && sessions.get(as);
  const opened = await openPage(browser, {
    timezoneId: 'America/Toronto',
    answersLater: true,
    ...options,
    // the browser logs the 404 that means "nothing saved yet" (spec 7)
    allow: [...allow, /status of 404/],
  });
  const { page } = opened;
  if (session) await signIn(page.context(), session);
  await before?.(page);
  await show(state, page, language, () => page.goto(flint.url + path));
  return opened;
}

/** Opens the state in another language, on its page, from its own address again. */
export const showAgain = (state: State, page: Page, language: Language): Promise<void> =>
  show(state, page, language, () => page.goto(new URL(state.path, page.url()).href));

async function show(
  state: State,
  page: Page,
  language: Language,
  load: () => Promise<unknown>,
): Promise<void> {
  await page.context().addInitScript(`localStorage.setItem('flint-language', '${language}')`);
  await load();
  await page.locator('main h1').first().waitFor();
  await settled(page);
  await state.show?.(page, wordsOf(language));
  await settled(page);
}
