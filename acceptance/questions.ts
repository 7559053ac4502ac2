import type { Page } from 'playwright-core';
import { newStudent, type Student } from './people';
import { button, QUESTION_COUNT } from './screens';
import { http, look } from './stage';

export interface AskedQuestion {
  readonly id: string;
  readonly section: string;
  /** 'Required' or 'Optional', as marked. */
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

let walked: Promise<readonly AskedQuestion[]> | undefined;

async function walkOnce(): Promise<readonly AskedQuestion[]> {
  const { session } = await newStudent();
  const page = await look(session, '/?question=bundle_intro');
  const found: AskedQuestion[] = [];
  for (let number = 1; number <= QUESTION_COUNT; number++) {
    await page.getByText(`Question ${number} of ${QUESTION_COUNT}`, { exact: true }).waitFor();
    const [section = '', mark = ''] = await page.locator('.onboarding__section > *').allInnerTexts();
    const id = new URL(page.url()).searchParams.get('question') ?? '';
    const [radio, checkbox] = [await optionsOf(page, 'radio'), await optionsOf(page, 'checkbox')];
    found.push({ id, section, mark, radio, checkbox });
    if (number < QUESTION_COUNT) await button(page, 'Next').click();
  }
  return found;
}

/** Every question in order, with its id from the address and its section; visits each without an answer. */
export const walk = (): Promise<readonly AskedQuestion[]> => (walked ??= walkOnce());

/** The labels of a question's options. */
export const optionsAsked = async (asked: string, role: 'radio' | 'checkbox'): Promise<readonly string[]> =>
  (await walk()).find(({ id }) => id === asked)![role];

/** A question's page, opened by a new student. */
export async function ask(
  id: string,
  options?: Parameters<typeof look>[2],
): Promise<{ page: Page; student: Student }> {
  const student = await newStudent();
  const page = await look(student.session, `/?question=${id}`, options);
  await page.locator('#main form').waitFor();
  return { page, student };
}

/** Presses Next; returns the answer that the server then has. */
export async function stored(page: Page, { session }: Student, id: string): Promise<unknown> {
  await button(page, 'Next').click();
  for (let tries = 0; tries < 60; tries++) {
    const { body } = await http('GET /profile', { as: session });
    if (body.answers?.[id] !== undefined) return body.answers[id];
    await page.waitForTimeout(100);
  }
  throw new Error(`no answer to ${id} came to the server`);
}

/** Chooses options by their labels. */
export async function choose(page: Page, role: 'radio' | 'checkbox', ...names: string[]): Promise<void> {
  for (const name of names)
    await page
      .getByRole(role, { name, exact: name !== 'Other' })
      .first()
      .check({ force: true });
}

export const sectionQuestions = async (section: string) => {
  const asked = (await walk()).filter((question) => question.section === section);
  return { ids: asked.map(({ id }) => id), marks: asked.map(({ mark }) => mark) };
};
