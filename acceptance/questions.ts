import type { Page } from 'playwright-core';
import { newStudent, type Student } from './people';
import { button, QUESTION_COUNT } from './screens';
import { address, http, look } from './stage';

export interface AskedQuestion {
  readonly id: string;
  readonly section: string;
  /** 'Optional', or nothing. */
  readonly mark: string;
  /** Labels of its options, without their second lines. */
  readonly radio: readonly string[];
  readonly checkbox: readonly string[];
}

const optionsOf = (page: Page, role: 'radio' | 'checkbox'): Promise<readonly string[]> =>
  page
    .locator(`#main form input[type=${role}]`)
    .evaluateAll((inputs) =>
      inputs.map((input) =>
        ((input as HTMLInputElement).labels?.[0]?.innerText ?? '').split('\n')[0]!.trim(),
      ),
    );

let read: Promise<readonly AskedQuestion[]> | undefined;

async function readOnce(): Promise<readonly AskedQuestion[]> {
  const { session } = await newStudent();
  const page = await look(session, '/?question=bundle_intro');
  const found: AskedQuestion[] = [];
  for (let number = 1; number <= QUESTION_COUNT; number++) {
    await page.getByText(`Question ${number} of ${QUESTION_COUNT}`, { exact: true }).waitFor();
    const [section = '', mark = ''] = await page
      .locator('.onboarding__section > :not(small)')
      .allInnerTexts();
    const id = new URL(page.url()).searchParams.get('question') ?? '';
    const [radio, checkbox] = [await optionsOf(page, 'radio'), await optionsOf(page, 'checkbox')];
    found.push({ id, section, mark, radio, checkbox });
    if (number < QUESTION_COUNT) await button(page, 'Next').click();
  }
  return found;
}

/** Every question in order, with its id from the address and its section; visits each without an answer. */
export const allQuestions = (): Promise<readonly AskedQuestion[]> => (read ??= readOnce());

/** The labels of a question's options. */
export const optionsAsked = async (asked: string, role: 'radio' | 'checkbox'): Promise<readonly string[]> =>
  (await allQuestions()).find(({ id }) => id === asked)![role];

export const sectionQuestions = async (section: string) => {
  const asked = (await allQuestions()).filter((question) => question.section === section);
  return { ids: asked.map(({ id }) => id), marks: asked.map(({ mark }) => mark) };
};

/** Opens a question on a page of the questionnaire. */
export async function ask(page: Page, id: string): Promise<void> {
  await page.goto(`${address()}/?question=${id}`);
  await page.locator('#main form').waitFor();
}

/** Presses Next, and waits until the server has that answer. */
export async function expectStored(
  page: Page,
  { session }: Student,
  id: string,
  answer: unknown,
): Promise<void> {
  await button(page, 'Next').click();
  for (let tries = 60; ; tries--) {
    const { body } = await http('GET /profile', { as: session });
    try {
      return expect({ [id]: body.answers?.[id] }).toEqual({ [id]: answer });
    } catch (error) {
      if (tries === 0) throw error;
      await page.waitForTimeout(100);
    }
  }
}

/** Chooses options by their labels. */
export async function choose(page: Page, role: 'radio' | 'checkbox', ...names: string[]): Promise<void> {
  for (const name of names)
    await page
      .getByRole(role, { name, exact: name !== 'Other' })
      .first()
      .check({ force: true });
}
