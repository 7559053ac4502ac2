import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { useBrowser, type TestPage } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import { isLong, isShort } from '@flint/testing/long';
import type { Page } from 'playwright-core';
import { answerByKeys, controlValues, nextByKeys } from './keys';

/** What the browser itself logs: a 404 that means "nothing there yet" (spec 7), and failed requests without a network. */
const PROVOKED = [/status of 404/, /ERR_INTERNET_DISCONNECTED/];
/** The network fails on the last of them. */
const PAGES = isLong ? 20 : 2;

/**
 * All questions in the long runs, else the first of each type, of which `npm test` takes every other one: the form knows types only, and acceptance holds each question.
 */
const NUMBERED = QUESTIONS.map((question, index) => [index + 1, question.id, question] as const)
  .filter(([number, , { type }]) => isLong || QUESTIONS.findIndex((one) => one.type === type) === number - 1)
  .filter((_, n) => !isShort || n % 2 === 0);

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true });

describe('the questionnaire, in the composed app', () => {
  const browser = useBrowser();
  const flint = useFlint();

  const answersOnServer = async (session: StoredSession): Promise<Record<string, unknown>> =>
    (await flint.call(session, 'GET /profile')).body?.answers ?? {};
  /** Waits until the server holds answers to these questions. */
  const saved = async (session: StoredSession, ids: readonly string[]) => {
    let missing = ids;
    for (let tries = 0; tries < 100 && missing.length > 0; tries++) {
      const answers = await answersOnServer(session);
      missing = ids.filter((id) => answers[id] === undefined);
      if (missing.length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(missing).toEqual([]);
  };

  describe('each question of the catalogue', () => {
    let session: StoredSession;
    let opened: TestPage;
    beforeAll(async () => {
      session = await flint.sessionOf('ann@campus.edu');
      opened = await flint.openSignedIn(browser, session, '/', { allow: PROVOKED });
    });
    afterAll(() => opened.close());

    it.each(NUMBERED)(
      '%i, %s - answered by keyboard - is saved on the server, is the same after a reload, and Next by keyboard opens the next question',
      async (number, id, question) => {
        const { page } = opened;
        if (!isLong && number > 1) {
          await page.getByRole('button', { name: 'All questions' }).first().click();
          await page.getByRole('dialog').getByRole('button', { name: question.title }).first().click();
        }
        await heading(page, question.title).waitFor();
        await page.getByText(`Question ${number} of ${QUESTIONS.length}`).waitFor();
        await answerByKeys(page, question);
        await saved(session, [id]);
        const before = await controlValues(page);
        await page.reload();
        await heading(page, question.title).waitFor();
        expect(await controlValues(page)).toEqual(before);
        await nextByKeys(page);
        const next = QUESTIONS[number]?.title ?? 'Set Your Availability';
        await heading(page, next).waitFor();
      },
    );
  });

  it('the questions - in English, then in French - load one language, and show it after the change', async () => {
    const { page, close } = await flint.openSignedIn(browser, 'fay@campus.edu', '/?question=pronouns', {
      allow: PROVOKED,
    });
    const loaded: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) loaded.push(response.text().catch(() => ''));
    });
    const { title } = QUESTIONS.find(({ id }) => id === 'pronouns')!;
    await page.reload();
    await heading(page, title).waitFor();
    const scripts = (await Promise.all(loaded)).join('');
    expect(scripts).toContain(title);
    // a boolean: a failure would print every script
    expect(scripts.includes(frQuestions[title]!)).toBe(false);
    await page.evaluate(() => localStorage.setItem('flint-language', 'fr'));
    await page.reload();
    await heading(page, frQuestions[title]!.replaceAll(' ?', '\u00A0?')).waitFor();
    await close();
  });

  it('a question on a phone - from its bar to its buttons - has one right edge', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, close } = await flint.openSignedIn(browser, 'edge@campus.edu', '/?question=pronouns', {
      viewport,
      allow: PROVOKED,
    });
    await heading(page, 'Which pronouns should people use for you?').waitFor();
    const ends = async (selector: string) => {
      const { x, width } = (await page.locator(selector).last().boundingBox())!;
      return Math.round(x + width);
    };
    const edge = await ends('.f-progress');
    expect(await ends('.f-option')).toBe(edge);
    expect(await ends('.f-foot button')).toBe(edge);
    await close();
  });

  it(`the network fails on page ${PAGES} - after a reload and reconnection - all answers reach the server and the page is the same`, async () => {
    const session = await flint.sessionOf('ben@campus.edu');
    const { page, close } = await flint.openSignedIn(browser, session, '/', { allow: PROVOKED });
    const first = QUESTIONS.slice(0, PAGES);
    for (const [index, question] of first.entries()) {
      await heading(page, question.title).waitFor();
      if (index === PAGES - 1) await page.context().setOffline(true);
      await answerByKeys(page, question);
      if (index < PAGES - 1) await nextByKeys(page);
    }
    await page.getByText('Offline: kept on this device').waitFor();
    const before = await controlValues(page);
    await page.reload().catch(() => undefined);
    await page.context().setOffline(false);
    await page.goto(flint.url);
    await heading(page, first.at(-1)!.title).waitFor();
    expect(await controlValues(page)).toEqual(before);
    await saved(
      session,
      first.map(({ id }) => id),
    );
    await close();
  });
});
