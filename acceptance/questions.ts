import type { Page } from 'playwright-core';
import { newStudent, type Student } from './people';
import { button, goTo, QUESTION_COUNT } from './screens';
import { http, look } from './stage';

export interface AskedQuestion {
  readonly id: string;
  readonly section: string;
  /** 'Optional', or nothing. */
  readonly mark: string;
  /** Labels of its options, without their second lines. */
  readonly radio: readonly string[];
  readonly checkbox: readonly string[];
}

/** The sections and their questions in order, as docs/product.md lists them. */
export const SECTIONS = [
  {
    statement: 'S3.3.1',
    section: 'Eligibility and identity',
    ids: ['bundle_intro', 'pronouns', 'academic_info', 'gender_identity', 'major_program'],
    optional: null,
  },
  {
    statement: 'S3.4.1',
    section: 'Core preferences',
    ids: [
      'seeking_genders',
      'intent',
      'height_feet_inches',
      'ethnicity',
      'religion',
      'age_preference',
      'meeting_preference',
      'substances',
      'lifestyle_dealbreakers',
    ],
    optional: 'religion',
  },
  {
    statement: 'S3.5.1',
    section: 'Self-description',
    ids: [
      'personality_type',
      'relationship_strengths_self',
      'communication_style_self',
      'hobbies_interests',
      'social_preferences_self',
      'emotional_style_self',
      'green_flags_self',
      'red_flags_self',
      'attachment_self',
      'weekend_style_self',
    ],
    optional: null,
  },
  {
    statement: 'S3.6.1',
    section: 'Ideal partner',
    ids: [
      'ideal_personality_traits',
      'ideal_hobbies_interests',
      'ideal_green_flags',
      'ideal_red_flags',
      'ideal_first_date',
      'preferred_love_languages',
      'ideal_relationship_timeline',
      'ideal_social_preferences',
      'ideal_core_value',
      'ideal_lifestyle_dealbreakers',
    ],
    optional: null,
  },
  {
    statement: 'S3.7.1',
    section: 'Lifestyle priorities',
    ids: ['current_life_priorities', 'lifestyle_balance'],
    optional: null,
  },
  { statement: 'S3.8.1', section: 'Optional date scenarios', ids: ['ideal_date_types'], optional: null },
];
const ORDER = SECTIONS.flatMap(({ ids }) => ids);

/** Runs in the page. */
function readQuestion(): AskedQuestion {
  const labelsOf = (role: string) =>
    [...document.querySelectorAll<HTMLInputElement>(`#main form input[type=${role}]`)].map((input) =>
      (input.labels?.[0]?.innerText ?? '').split('\n')[0]!.trim(),
    );
  const [section = '', mark = ''] = [
    ...document.querySelectorAll<HTMLElement>('.onboarding__section > :not(small)'),
  ].map((each) => each.innerText);
  const id = new URLSearchParams(location.search).get('question') ?? '';
  return { id, section, mark, radio: labelsOf('radio'), checkbox: labelsOf('checkbox') };
}

let read: Promise<readonly AskedQuestion[]> | undefined;

async function readOnce(): Promise<readonly AskedQuestion[]> {
  const { session } = await newStudent();
  const page = await look(session, '/?question=bundle_intro');
  const found: AskedQuestion[] = [];
  for (let number = 1; number <= QUESTION_COUNT; number++) {
    await page.getByText(`Question ${number} of ${QUESTION_COUNT}`, { exact: true }).waitFor();
    found.push(await page.evaluate(readQuestion));
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
  await goTo(page, `/?question=${id}`);
  await page.getByText(`Question ${ORDER.indexOf(id) + 1} of ${QUESTION_COUNT}`, { exact: true }).waitFor();
}

/** Presses Next, and waits until the server has that answer. */
export async function expectStored(
  page: Page,
  { session }: Student,
  id: string,
  answer: unknown,
): Promise<void> {
  await button(page, 'Next').click();
  for (let tries = 600; ; tries--) {
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
