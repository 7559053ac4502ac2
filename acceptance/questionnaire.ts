// Longer than 300 lines: the questionnaire, whose statements share a few visits.
import { until } from '@flint/testing/until';
import type { Locator, Page } from 'playwright-core';
import { newStudent, type Student } from './people';
import {
  allQuestions,
  ask,
  choose,
  expectStored,
  optionsAsked,
  SECTIONS,
  sectionQuestions,
} from './questions';
import { button, call, heading, inDatabases, path, pathOf, QUESTION_COUNT } from './screens';
import { http, look } from './stage';
import { statement, walk } from './statements';
import { typed, withDevelopmentBuild, withQuestions } from './variant';

const year = new Date().getFullYear();

const valuesOf = (fields: Locator) =>
  fields.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
const inputs = (type: string) => page.locator(`#main form input[type=${type}]`);

/** A page of a student, on the question of the current step. */
let page: Page;
let student: Student;
const said: string[] = [];

async function openAs(one: Student, at: string, options: Parameters<typeof look>[2] = {}): Promise<void> {
  student = one;
  page = await look(one.session, at, options);
  page.on('console', (message) => said.push(message.text()));
}

walk({
  'S7.2.2': async () => {
    let read!: ReturnType<typeof call>;
    await openAs(await newStudent(), '/', {
      timezoneId: 'UTC',
      before: async (fresh) => void (read = call(fresh, 'GET /profile')),
    });
    expect((await (await read).response())!.status()).toBe(404);
    await page.getByText(`Question 1 of ${QUESTION_COUNT}`).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
  },

  'S2.1.5': async () => expect(pathOf(page)).toBe('/'),

  'S2.3.3': async () => {
    const elapsed = page.getByTitle('Elapsed seconds');
    const seconds = async () => Number(/(\d+)s$/.exec(await elapsed.innerText())![1]);
    const first = await seconds();
    await until(async () => (await seconds()) > first);
  },

  'S2.3.4': async () => {
    expect(await button(page, 'Back').isDisabled()).toBe(true);
    await button(page, 'Next').click();
    await page.getByText('Question 2 of').waitFor();
    await button(page, 'Back').click();
    await page.getByText('Question 1 of').waitFor();
    await ask(page, 'ideal_date_types');
    await button(page, 'Complete').waitFor();
    expect(await button(page, 'Next').count()).toBe(0);
  },

  'S2.3.2': () =>
    page.getByText(`Question ${QUESTION_COUNT} of ${QUESTION_COUNT}`, { exact: true }).waitFor(),

  'S2.3.1': async () => {
    await ask(page, 'pronouns');
    const bar = page.getByRole('progressbar', { name: 'Questionnaire' });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('2');
    expect(await bar.getAttribute('aria-valuemax')).toBe(String(QUESTION_COUNT));
    expect(await page.locator('#main form fieldset').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([
      'Which pronouns should people use for you?',
    ]);
  },

  'S7.2.1': async () => {
    await ask(page, 'intent');
    const made = call(page, 'POST /profile');
    await choose(page, 'radio', 'Casual dating');
    const request = await made;
    expect(request.postDataJSON()).toEqual({ answers: { intent: 'casual_dating' } });
    expect((await request.response())!.status()).toBe(201);
  },

  'S3.2.1': async () => {
    const { body } = await http('GET /profile', { as: student.session });
    expect(body.answers.intent).toBe('casual_dating');
    expect(await inDatabases(page)).toMatch(/"answers\/intent".*"casual_dating"/);
  },

  'S7.2.3': async () => {
    await ask(page, 'pronouns');
    const changed = call(page, 'PATCH /profile');
    await choose(page, 'radio', 'they/them');
    const request = await changed;
    expect(request.postDataJSON()).toEqual({
      answers: { pronouns: 'they_them' },
      madeFrom: { pronouns: null },
    });
    expect((await request.response())!.status()).toBe(200);
  },

  'S3.2.2': async () => {
    await ask(page, 'pronouns');
    await choose(page, 'radio', 'they/them');
    await expectStored(page, student, 'pronouns', 'they_them');
    await ask(page, 'pronouns');
    await choose(page, 'radio', 'Other');
    await page.getByLabel('Your pronouns').fill('ze/zir');
    await expectStored(page, student, 'pronouns', { value: 'other', other: 'ze/zir' });
  },

  'S3.2.3': async () => {
    await ask(page, 'ethnicity');
    await choose(page, 'checkbox', 'Korean', 'Japanese', 'Other');
    await page.getByLabel('In your own words').fill('Basque');
    await expectStored(page, student, 'ethnicity', { values: ['korean', 'japanese'], other: 'Basque' });
  },

  'S9.2.1': async () => {
    const { session } = await newStudent();
    const status = async (answers: object) =>
      (await http('PATCH /profile', { as: session, body: { answers } })).status;
    for (const [range, expected] of [
      [[18, 30], 200],
      [[17, 30], 422],
      [[18, 31], 422],
    ] as const)
      expect([range, await status({ age_preference: range })]).toEqual([range, expected]);
    for (const [feet, inches, expected] of [
      [4, 0, 200],
      [7, 11, 200],
      [3, 0, 422],
      [8, 0, 422],
      [5, 12, 422],
      [5, -1, 422],
    ] as const)
      expect([feet, inches, await status({ height_feet_inches: { feet, inches } })]).toEqual([
        feet,
        inches,
        expected,
      ]);
    await ask(page, 'age_preference');
    expect(await valuesOf(page.getByRole('slider'))).toEqual(['18', '25']);
  },

  'S3.4.7': async () => {
    const [low, high] = [page.getByRole('slider').first(), page.getByRole('slider').last()];
    expect([await low.getAttribute('min'), await high.getAttribute('max')]).toEqual(['18', '30']);
    await high.fill('29');
    await page.getByText('18 – 29', { exact: true }).waitFor();
    await high.fill('30');
    await page.getByText('18 – 30+', { exact: true }).waitFor();
  },

  'S5.6.1': async () => {
    const [low, high] = [page.getByRole('slider').first(), page.getByRole('slider').last()];
    await high.fill('25');
    await low.fill('28');
    expect(await valuesOf(page.getByRole('slider'))).toEqual(['25', '25']);
    await high.fill('20');
    expect(await valuesOf(page.getByRole('slider'))).toEqual(['25', '25']);
    await low.fill('20');
    await expectStored(page, student, 'age_preference', [20, 25]);
    const body = { answers: { age_preference: [26, 25] } };
    expect((await http('PATCH /profile', { as: student.session, body })).status).toBe(422);
  },

  'S3.4.4': async () => {
    await ask(page, 'height_feet_inches');
    const options = (label: string) => valuesOf(page.getByLabel(label).locator('option'));
    expect(await options('Feet')).toEqual(['4', '5', '6', '7']);
    expect(await options('Inches')).toEqual(Array.from({ length: 12 }, (_, n) => String(n)));
    expect(await page.getByLabel('Feet').inputValue()).toBe('5');
    expect(await page.getByLabel('Inches').inputValue()).toBe('8');
  },

  'S3.2.4': async () => {
    await page.getByLabel('Inches').selectOption('3');
    await expectStored(page, student, 'height_feet_inches', { feet: 5, inches: 3 });
    await ask(page, 'age_preference');
    await page.getByRole('slider').last().fill('28');
    await expectStored(page, student, 'age_preference', [20, 28]);
  },

  'S3.3.5': async () => {
    expect(await optionsAsked('gender_identity', 'radio')).toEqual(['Man', 'Woman', 'Other']);
    await ask(page, 'gender_identity');
    await choose(page, 'radio', 'Other');
    await page.getByText(/Non-binary.* and more/).waitFor();
    await button(page, 'Non-binary').click();
    const answer = expect.objectContaining({ value: 'other', other: 'Non-binary' });
    await expectStored(page, student, 'gender_identity', answer);
  },

  'S3.4.2': async () => {
    expect(await optionsAsked('seeking_genders', 'checkbox')).toEqual(['Men', 'Women', 'Other']);
    await ask(page, 'seeking_genders');
    await choose(page, 'checkbox', 'Men', 'Other');
    await page.getByLabel('In your own words').fill('Anybody kind');
    await expectStored(page, student, 'seeking_genders', { values: ['men', 'other'], other: 'Anybody kind' });
  },

  'S3.4.9': async () => {
    await ask(page, 'substances');
    const groups = page.locator('#main form fieldset');
    expect(await groups.count()).toBe(3);
    for (const group of await groups.all()) {
      expect(await group.locator('input').count()).toBe(5);
      await group.getByRole('radio', { name: 'Prefer not to say' }).check();
    }
    await expectStored(page, student, 'substances', {
      drinking_preference: 'prefer_not_to_say',
      smoking_preference: 'prefer_not_to_say',
      cannabis_preference: 'prefer_not_to_say',
    });
  },

  'S9.3.1': async () => {
    const status = async (answers: object) =>
      (await http('PATCH /profile', { as: student.session, body: { answers } })).status;
    const three = ['calm', 'curious', 'funny'];
    expect(await status({ personality_type: three })).toBe(200);
    expect(await status({ personality_type: [...three, 'loyal'] })).toBe(422);
    for (const directness of [0, 8])
      expect([directness, await status({ communication_style_self: { directness } })]).toEqual([
        directness,
        422,
      ]);
    const { session } = await newStudent();
    for (const directness of [1, 7]) {
      const body = { answers: { communication_style_self: { directness } } };
      expect((await http('PATCH /profile', { as: session, body })).status).toBe(200);
    }
    await ask(page, 'communication_style_self');
    expect(await valuesOf(page.locator('#main form input[type=radio]:checked'))).toEqual(Array(4).fill('4'));
  },

  'S3.5.2': async () => {
    const scales = page.locator('#main form fieldset');
    expect(await scales.count()).toBe(4);
    for (const scale of await scales.all())
      expect(await valuesOf(scale.locator('input'))).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    await expectStored(page, student, 'communication_style_self', {
      directness: 4,
      contact_preference: 4,
      planning_style: 4,
      conversation_depth: 4,
    });
  },
});

// the first question: name, email, date of birth
walk({
  'S5.3.3': async () => {
    await openAs(await newStudent(), '/?question=bundle_intro', { timezoneId: 'UTC' });
    await page.getByText('You must be 18 or older to use this app', { exact: true }).waitFor();
  },

  'S5.3.1': async () => {
    const today = new Date().toISOString().slice(5, 10);
    expect(await page.getByLabel('Date of birth').getAttribute('max')).toBe(`${year - 18}-${today}`);
  },

  'S5.3.2': async () => {
    const field = page.getByLabel('Date of birth');
    await field.fill(`${year - 17}-01-01`);
    expect(await field.inputValue()).toBe('');
    await field.fill(`${year - 19}-12-31`);
    expect(await field.inputValue()).toBe(`${year - 19}-12-31`);
    await field.fill(`${year - 17}-06-01`);
    expect(await field.inputValue()).toBe(`${year - 19}-12-31`);
    // at a difference of 18 years the server checks the full date
    await field.fill(`${year - 18}-12-31`);
    expect(await field.inputValue()).toBe(`${year - 18}-12-31`);
    const tomorrow = new Date(Date.now() + 2 * 86_400_000);
    tomorrow.setUTCFullYear(tomorrow.getUTCFullYear() - 18);
    const born = tomorrow.toISOString().slice(0, 10);
    const answers = { bundle_intro: { date_of_birth: born } };
    const { session } = await newStudent();
    // a date that was not confirmed holds nobody
    const asked = await http('PATCH /profile', { as: session, body: { answers } });
    expect([asked.status, asked.body.code]).toEqual([422, 'birth_date_unconfirmed']);
    const body = { answers, confirmedBirthDate: born };
    const refused = await http('PATCH /profile', { as: session, body });
    expect([refused.status, refused.body.code]).toEqual([422, 'under_age']);
  },

  'S4.3.3': async () => {
    // a blank name, and a date of birth that the server refuses
    await page.getByLabel('What should matches call you?').fill(' ');
    await button(page, 'Next').click();
    await page.getByText('Question 2 of').waitFor();
    // no answer
    await button(page, 'Next').click();
    await page.getByText('Question 3 of').waitFor();
  },

  'S3.3.2': async () => {
    await ask(page, 'bundle_intro');
    const email = page.getByLabel('University email');
    expect(await email.inputValue()).toBe(student.email);
    expect(await email.getAttribute('readonly')).not.toBeNull();
    await page.getByLabel('What should matches call you?').fill('Ada');
    await page.getByLabel('Date of birth').fill('2004-03-15');
    await expectStored(page, student, 'bundle_intro', { display_name: 'Ada', date_of_birth: '2004-03-15' });
  },

  'S4.3.4': async () => {
    await ask(page, 'bundle_intro');
    const sent = page.waitForRequest((request) => /Zebulon/.test(request.postData() ?? ''));
    await page.getByLabel('What should matches call you?').fill('Zebulon');
    await sent;
    expect(await inDatabases(page)).toContain('Zebulon');
    await page.getByText('Saved', { exact: true }).waitFor();
    const { body } = await http('GET /profile', { as: student.session });
    expect(body.answers.bundle_intro.display_name).toBe('Zebulon');
    expect(said.join()).not.toContain('Zebulon');
  },

  'S4.3.1': async () => {
    const asked = await allQuestions();
    expect(new Set(asked.map(({ id }) => id)).size).toBe(QUESTION_COUNT);
    await ask(page, asked[2]!.id);
    for (const n of [1, 0, 1, 2] as const) {
      await button(page, 'Next').waitFor();
      const from = asked.findIndex(({ id }) => page.url().endsWith(`question=${id}`));
      await button(page, n < from ? 'Back' : 'Next').click();
      await page.waitForURL(`**/?question=${asked[n]!.id}`);
      await page.getByText(`Question ${n + 1} of ${QUESTION_COUNT}`, { exact: true }).waitFor();
    }
  },
});

/** What the section's questions are, and how they are marked; packages/contracts/src/questions/required.test.ts holds what is required. */
for (const { statement: id, section, ids, optional } of SECTIONS)
  statement(id, async () => {
    const marks = ids.map((each) => (each === optional ? 'Optional' : ''));
    expect(await sectionQuestions(section)).toEqual({ ids, marks });
  });

for (const [id, question, words] of [
  ['S3.3.3', 'pronouns', ['he/him', 'she/her', 'they/them', 'Other']],
  ['S3.3.4', 'academic_info', ['1st Year', '2nd Year', '3rd Year', '4th+ Year', 'Graduate Student', 'Other']],
  [
    'S3.3.6',
    'major_program',
    [
      'Engineering',
      'Commerce',
      'Nursing',
      'Arts',
      'Science',
      'Computer Science',
      'Kinesiology',
      'Health Sci',
      'Life Sci',
      'Con. Ed.',
      'Other',
    ],
  ],
  ['S3.4.3', 'intent', ['Serious relationship', 'Open to exploring', 'Casual dating', 'Activity buddy']],
] as const)
  statement(id, async () => expect(await optionsAsked(question, 'radio')).toEqual(words));

statement('S3.4.5', async () => {
  const words = await optionsAsked('ethnicity', 'checkbox');
  expect(words.at(-1)).toBe('Other');
  expect(words.length - 1).toBeGreaterThanOrEqual(18);
  expect(words.length - 1).toBeLessThanOrEqual(22);
});

statement('S3.4.6', async () => {
  const words = await optionsAsked('religion', 'radio');
  expect(words.length).toBeGreaterThan(10);
  expect(words.at(-1)).toBe('Other');
  const { ids, marks } = await sectionQuestions('Core preferences');
  expect(marks[ids.indexOf('religion')]).toBe('Optional');
});

for (const [id, question] of [
  ['S3.4.8', 'meeting_preference'],
  ['S3.4.10', 'lifestyle_dealbreakers'],
] as const)
  statement(id, async () => expect(await optionsAsked(question, 'checkbox')).toHaveLength(12));

// other possible releases of the questionnaire
statement('S2.3.5', async () => {
  const without = withQuestions((code) =>
    code.replace(/questions:[\w$]+,(own:[\w$]+,completed:[\w$]+\?)/, 'questions:[],$1'),
  );
  await openAs(await newStudent(), '/', { before: without });
  await page.getByText('No questions available', { exact: true }).waitFor();
});

walk({
  'S2.3.6': async () => {
    await openAs(await newStudent(), '/?question=pronouns', {
      before: withQuestions(
        typed('pronouns', 'type:"hologram"'),
        typed('academic_info', 'type:"text",maxLength:12'),
        typed('gender_identity', 'type:"text"'),
        typed('major_program', 'type:"email"'),
        typed('intent', 'type:"selfie"'),
        (code) => code.replace(/(id:"weekend_style_self".*?)maxSelections:3,/, '$1'),
      ),
    });
    await page.getByText('Coming Soon', { exact: true }).waitFor();
  },

  'S5.5.1': async () => {
    await ask(page, 'academic_info');
    const field = page.locator('#main form textarea');
    await field.pressSequentially('Hello');
    await page.getByText('5/12', { exact: true }).waitFor();
    await field.pressSequentially(' there, you');
    expect(await field.inputValue()).toBe('Hello there,');
    await page.getByText('12/12', { exact: true }).waitFor();
    await ask(page, 'gender_identity');
    await page.locator('#main form textarea').fill('x'.repeat(40));
    await page.getByText('40/500', { exact: true }).waitFor();
  },

  'S5.7.1': async () => {
    await ask(page, 'major_program');
    await page.getByText(/\.edu or \.ca/).waitFor();
    await page.locator('#main form input[type=email]').fill('ann@elsewhere.org');
    await button(page, 'Next').click();
    await page.getByText('Question 6 of').waitFor();
  },

  'S5.8.1': async () => {
    await ask(page, 'intent');
    const field = inputs('file');
    expect(await field.getAttribute('accept')).toBe('image/*');
    expect(await field.getAttribute('capture')).toBe('user');
  },

  'S5.4.1': async () => {
    await ask(page, 'weekend_style_self');
    const chips = inputs('checkbox');
    for (const n of [0, 1, 2]) {
      expect(await chips.nth(5).isEnabled()).toBe(true);
      await chips.nth(n).check();
    }
    expect(await chips.nth(5).isDisabled()).toBe(true);
    await chips.nth(0).uncheck();
    expect(await chips.nth(5).isEnabled()).toBe(true);
    await ask(page, 'preferred_love_languages');
    for (const n of [0, 1]) await chips.nth(n).check();
    expect(await chips.nth(3).isDisabled()).toBe(true);
  },
});

// the end of the questionnaire
walk({
  'S3.14.2': async () => {
    said.length = 0;
    await openAs(await newStudent(), '/?question=ideal_date_types');
    await button(page, 'Complete').waitFor();
    const flag = () => page.evaluate(() => localStorage.getItem('onboarding_completed'));
    expect(await flag()).toBeNull();
    const sent = page.waitForRequest((request) => /onboardingCompletedAt/.test(request.postData() ?? ''));
    await button(page, 'Complete').click();
    await path(page, '/availability');
    expect(await flag()).toBe('true');
    await (await sent).response();
  },

  'S2.1.6': () => heading(page, 'Set Your Availability'),

  'S4.3.2': async () => {
    const { body } = await http('GET /profile', { as: student.session });
    expect(Math.abs(Date.parse(body.onboardingCompletedAt) - Date.now())).toBeLessThan(60_000);
  },

  'S3.9.3': async () => {
    expect(said.filter((text) => /keys|age_range/i.test(text))).toEqual([]);
    const { calls } = await loggedKeys();
    expect(calls.filter((one) => /selfKeys|desiredPartnerKeys|date_style:|age_range/.test(one))).toEqual([]);
  },
});

const ANSWERS = {
  intent: 'casual_dating',
  major_program: 'nursing',
  academic_info: 'year_2',
  social_preferences_self: ['one_on_one', 'late_nights'],
  personality_type: ['calm', 'funny'],
  ideal_first_date: [],
  seeking_genders: { values: ['women', 'men'] },
  age_preference: [19, 24],
  lifestyle_dealbreakers: { values: ['smokes_any'] },
};

interface Logged {
  readonly selfKeys: string[];
  readonly desiredPartnerKeys: string[];
  readonly calls: string[];
}

let logged: Promise<Logged> | undefined;
/** What a development build logs when the questionnaire is completed. */
const loggedKeys = (): Promise<Logged> => (logged ??= completeInDevelopment());

async function completeInDevelopment(): Promise<Logged> {
  const { session } = await newStudent();
  const made = await http('POST /profile', { as: session, body: { answers: ANSWERS } });
  expect(made.status).toBe(201);
  const developed = await look(session, '/?question=ideal_date_types', {
    before: withDevelopmentBuild,
    // the other remotes are unchanged
    allow: [/remote_unavailable availability/],
  });
  await developed.getByRole('checkbox', { name: 'Karaoke' }).check();
  const calls: string[] = [];
  developed.on('request', (request) => calls.push(`${request.url()} ${request.postData() ?? ''}`));
  const line = developed.waitForEvent('console', (message) => message.text().includes('preference keys'));
  const sent = developed.waitForResponse((response) =>
    /onboardingCompletedAt/.test(response.request().postData() ?? ''),
  );
  await button(developed, 'Complete').click();
  const text = (await line).text();
  await path(developed, '/availability');
  await sent;
  return { ...JSON.parse(text.slice(text.indexOf('{'))), calls };
}

statement('S3.9.1', async () => {
  const { selfKeys } = await loggedKeys();
  expect(selfKeys).toEqual([
    'intent:casual_dating',
    'program:nursing',
    'year:year_2',
    'social_energy:one_on_one',
    'sleep_rhythm:late_nights',
    'trait:calm',
    'trait:funny',
    'date_style:karaoke',
  ]);
});

statement('S3.9.2', async () => {
  const { desiredPartnerKeys } = await loggedKeys();
  expect(desiredPartnerKeys).toEqual([
    'seeking:men',
    'seeking:women',
    'dealbreaker:smokes_any',
    'age_range:19-24',
  ]);
});
