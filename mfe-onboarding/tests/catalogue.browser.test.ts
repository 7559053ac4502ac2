import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { useBrowser } from '@flint/testing/browser';
import { useFlint } from '@flint/testing/flint';
import { isLong, isShort } from '@flint/testing/long';
import type { Page } from 'playwright-core';
import { answerByKeys, controlValues, nextByKeys } from './keys';

/** What the browser itself logs: a 404 that means "nothing there yet" (spec 7). */
const PROVOKED = [/status of 404/];

/**
 * All questions in the long runs, else the first of each type, of which `npm test` takes every other one: the form knows types only, and acceptance holds each question.
 */
const NUMBERED = QUESTIONS.map((question, index) => [index + 1, question] as const)
  .filter(([number, { type }]) => isLong || QUESTIONS.findIndex((one) => one.type === type) === number - 1)
  .filter((_, n) => !isShort || n % 2 === 0);

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true });

describe('the questionnaire, in the composed app', () => {
  const browser = useBrowser();
  const flint = useFlint();

  it('a question of each type - answered by keys alone - opens the next one by keys, and each is the same after a reload once the server has them', async () => {
    const session = await flint.sessionOf('ann@campus.edu');
    const { page, close } = await flint.openSignedIn(browser, session, '/', { allow: PROVOKED });
    const open = async (title: string) => {
      await page.getByRole('button', { name: 'All questions' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: title }).first().click();
      await heading(page, title).waitFor();
    };
    const before = new Map<string, (string | boolean)[]>();
    for (const [number, question] of NUMBERED) {
      if (!isLong) await open(question.title);
      await page.getByText(`Question ${number} of ${QUESTIONS.length}`).waitFor();
      await answerByKeys(page, question);
      before.set(question.id, await controlValues(page));
      await nextByKeys(page);
      await heading(page, QUESTIONS[number]?.title ?? 'Set Your Availability').waitFor();
    }
    await page.getByText('Everything saved').waitFor();
    await page.goto(flint.url);
    const { answers } = (await flint.call(session, 'GET /profile')).body;
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(NUMBERED.map(([, { id }]) => id)));
    // `npm test` looks at the last one again
    for (const [, { id, title }] of isShort ? NUMBERED.slice(-1) : NUMBERED) {
      await open(title);
      expect([id, await controlValues(page)]).toEqual([id, before.get(id)]);
    }
    await close();
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
});
