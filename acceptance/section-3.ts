// Longer than 300 lines: one file holds the tests of one section of docs/product.md.
import { pastDate } from './past';
import { newEmail, newPair, newStudent, offerOf, openReschedule } from './people';
import { ask, choose, optionsAsked, sectionQuestions, stored } from './questions';
import {
  askForCode,
  button,
  clickAndSend,
  codeField,
  cropAndSave,
  heading,
  inDatabases,
  path,
  picture,
} from './screens';
import { address, codeFor, http, look } from './stage';
import { statement } from './statements';
import { withDevelopmentBuild } from './variant';

const REQUIRED = (count: number) => Array<string>(count).fill('Required');

statement('S3.1.1', async () => {
  const page = await look(null);
  const email = newEmail();
  await askForCode(page, email);
  await codeField(page).fill(await codeFor(email));
  await page.getByText('Question 1 of').waitFor();
  const later = await page.context().newPage();
  await later.goto(address());
  const kept = await later.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}'));
  expect(kept.user.email).toBe(email);
  await later.getByText('Question 1 of').waitFor();
});

statement('S3.1.2', async () => {
  const page = await look(null);
  const email = newEmail();
  await askForCode(page, email);
  await codeField(page).fill(await codeFor(email));
  await page.getByText('Question 1 of').waitFor();
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage')!));
  expect(session).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/.+/),
    expires_in: expect.any(Number),
  });
  expect(Math.abs(session.expires_at - (Date.now() / 1000 + session.expires_in))).toBeLessThan(30);
});

statement('S3.2.1', async () => {
  const { page, student } = await ask('intent');
  await choose(page, 'radio', 'Casual dating');
  await stored(page, student, 'intent');
  const { body } = await http('GET /profile', { as: student.session });
  expect(body.answers.intent).toBe('casual_dating');
  expect(await inDatabases(page)).toMatch(/"answers\/intent".*"casual_dating"/);
});

statement('S3.2.2', async () => {
  const { page, student } = await ask('pronouns');
  await choose(page, 'radio', 'they/them');
  expect(await stored(page, student, 'pronouns')).toBe('they_them');
  const other = await ask('pronouns');
  await choose(other.page, 'radio', 'Other');
  await other.page.getByLabel('Your pronouns').fill('ze/zir');
  expect(await stored(other.page, other.student, 'pronouns')).toEqual({ value: 'other', other: 'ze/zir' });
});

statement('S3.2.3', async () => {
  const { page, student } = await ask('ethnicity');
  await choose(page, 'checkbox', 'Korean', 'Japanese', 'Other');
  await page.getByLabel('In your own words').fill('Basque');
  const answer = (await stored(page, student, 'ethnicity')) as { values: string[]; other: string };
  expect({ ...answer, values: answer.values.toSorted() }).toEqual({
    values: ['japanese', 'korean'],
    other: 'Basque',
  });
});

statement('S3.2.4', async () => {
  const { page, student } = await ask('age_preference');
  await page.getByRole('slider').last().fill('28');
  expect(await stored(page, student, 'age_preference')).toEqual([18, 28]);
  const height = await ask('height_feet_inches');
  await height.page.getByLabel('Inches').selectOption('3');
  expect(await stored(height.page, height.student, 'height_feet_inches')).toEqual({ feet: 5, inches: 3 });
});

statement('S3.3.1', async () => {
  const { ids, marks } = await sectionQuestions('Eligibility and identity');
  expect(ids).toEqual(['bundle_intro', 'pronouns', 'academic_info', 'gender_identity', 'major_program']);
  expect(marks).toEqual(REQUIRED(5));
});

statement('S3.3.2', async () => {
  const { page, student } = await ask('bundle_intro');
  const email = page.getByLabel('University email');
  expect(await email.inputValue()).toBe(student.email);
  expect(await email.getAttribute('readonly')).not.toBeNull();
  await page.getByLabel('What should matches call you?').fill('Ada');
  await page.getByLabel('Date of birth').fill('2004-03-15');
  expect(await stored(page, student, 'bundle_intro')).toEqual({
    display_name: 'Ada',
    date_of_birth: '2004-03-15',
  });
});

const lists = (id: string, role: 'radio' | 'checkbox', words: readonly string[]) => async () => {
  expect(await optionsAsked(id, role)).toEqual(words);
};

statement('S3.3.3', lists('pronouns', 'radio', ['he/him', 'she/her', 'they/them', 'Other']));

statement(
  'S3.3.4',
  lists('academic_info', 'radio', [
    '1st Year',
    '2nd Year',
    '3rd Year',
    '4th+ Year',
    'Graduate Student',
    'Other',
  ]),
);

statement('S3.3.5', async () => {
  expect(await optionsAsked('gender_identity', 'radio')).toEqual(['Man', 'Woman', 'Other']);
  const { page, student } = await ask('gender_identity');
  await choose(page, 'radio', 'Other');
  await page.getByText(/Non-binary.* and more/).waitFor();
  await button(page, 'Non-binary').click();
  expect(await stored(page, student, 'gender_identity')).toMatchObject({
    value: 'other',
    other: 'Non-binary',
  });
});

statement(
  'S3.3.6',
  lists('major_program', 'radio', [
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
  ]),
);

statement('S3.4.1', async () => {
  const { ids, marks } = await sectionQuestions('Core preferences');
  expect(ids).toEqual([
    'seeking_genders',
    'intent',
    'height_feet_inches',
    'ethnicity',
    'religion',
    'age_preference',
    'meeting_preference',
    'substances',
    'lifestyle_dealbreakers',
  ]);
  expect(marks.filter((_, i) => ids[i] !== 'religion')).toEqual(REQUIRED(8));
});

statement('S3.4.2', async () => {
  expect(await optionsAsked('seeking_genders', 'checkbox')).toEqual(['Men', 'Women', 'Other']);
  const { page, student } = await ask('seeking_genders');
  await choose(page, 'checkbox', 'Men', 'Other');
  await page.getByLabel('In your own words').fill('Anybody kind');
  expect(await stored(page, student, 'seeking_genders')).toEqual({
    values: ['men', 'other'],
    other: 'Anybody kind',
  });
});

statement(
  'S3.4.3',
  lists('intent', 'radio', ['Serious relationship', 'Open to exploring', 'Casual dating', 'Activity buddy']),
);

statement('S3.4.4', async () => {
  const { page } = await ask('height_feet_inches');
  const values = (label: string) =>
    page
      .getByLabel(label)
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  expect(await values('Feet')).toEqual(['4', '5', '6', '7']);
  expect(await values('Inches')).toEqual(Array.from({ length: 12 }, (_, n) => String(n)));
  expect(await page.getByLabel('Feet').inputValue()).toBe('5');
  expect(await page.getByLabel('Inches').inputValue()).toBe('8');
});

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

statement('S3.4.7', async () => {
  const { page } = await ask('age_preference');
  const [low, high] = [page.getByRole('slider').first(), page.getByRole('slider').last()];
  expect([await low.getAttribute('min'), await high.getAttribute('max')]).toEqual(['18', '30']);
  expect([await low.inputValue(), await high.inputValue()]).toEqual(['18', '25']);
  await high.fill('29');
  await page.getByText('18 – 29', { exact: true }).waitFor();
  await high.fill('30');
  await page.getByText('18 – 30+', { exact: true }).waitFor();
});

statement('S3.4.8', async () => {
  expect(await optionsAsked('meeting_preference', 'checkbox')).toHaveLength(12);
});

statement('S3.4.9', async () => {
  const { page, student } = await ask('substances');
  const groups = page.locator('#main form fieldset');
  expect(await groups.count()).toBe(3);
  for (const group of await groups.all()) {
    expect(await group.locator('input').count()).toBe(5);
    await group.getByRole('radio', { name: 'Prefer not to say' }).check();
  }
  expect(await stored(page, student, 'substances')).toEqual({
    drinking_preference: 'prefer_not_to_say',
    smoking_preference: 'prefer_not_to_say',
    cannabis_preference: 'prefer_not_to_say',
  });
});

statement('S3.4.10', async () => {
  expect(await optionsAsked('lifestyle_dealbreakers', 'checkbox')).toHaveLength(12);
});

statement('S3.5.1', async () => {
  expect(await sectionQuestions('Self-description')).toEqual({
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
    marks: REQUIRED(10),
  });
});

statement('S3.5.2', async () => {
  const { page, student } = await ask('communication_style_self');
  const scales = page.locator('#main form fieldset');
  expect(await scales.count()).toBe(4);
  for (const scale of await scales.all()) {
    const values = await scale
      .locator('input')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    expect(values).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  }
  expect(await stored(page, student, 'communication_style_self')).toEqual({
    directness: 4,
    contact_preference: 4,
    planning_style: 4,
    conversation_depth: 4,
  });
});

statement('S3.6.1', async () => {
  expect(await sectionQuestions('Ideal partner')).toEqual({
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
    marks: REQUIRED(10),
  });
});

statement('S3.7.1', async () => {
  expect(await sectionQuestions('Lifestyle priorities')).toEqual({
    ids: ['current_life_priorities', 'lifestyle_balance'],
    marks: REQUIRED(2),
  });
});

statement('S3.8.1', async () => {
  expect(await sectionQuestions('Optional date scenarios')).toEqual({
    ids: ['ideal_date_types'],
    marks: ['Optional'],
  });
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
  const refused = await http('POST /profile', { as: session, body: { answers: ANSWERS } });
  expect(refused.status).toBe(201);
  const page = await look(session, '/?question=ideal_date_types', {
    before: withDevelopmentBuild,
    // the other remotes are unchanged
    allow: [/remote_unavailable availability/],
  });
  await page.getByRole('checkbox', { name: 'Karaoke' }).check();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.url()} ${request.postData() ?? ''}`));
  const said = page.waitForEvent('console', (message) => message.text().includes('preference keys'));
  await button(page, 'Complete').click();
  const text = (await said).text();
  await path(page, '/availability');
  // then the last patch of the answers is in progress
  await page.waitForTimeout(1_500);
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

statement('S3.9.3', async () => {
  const { calls } = await loggedKeys();
  expect(calls.filter((call) => /selfKeys|desiredPartnerKeys|date_style:|age_range/.test(call))).toEqual([]);
  const { session } = await newStudent();
  const page = await look(session, '/?question=ideal_date_types');
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await button(page, 'Complete').click();
  await heading(page, 'Set Your Availability');
  expect(said.filter((text) => /keys|age_range/i.test(text))).toEqual([]);
});

statement('S3.10.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await page.locator('[role=gridcell]').first().waitFor();
  const cells = await page
    .locator('[role=gridcell]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-selected')));
  expect(cells).toEqual(Array(168).fill('false'));
});

/** Paints Monday 9 to 12 and Wednesday 8 PM in a zone; returns the stored week. */
async function saveWeek(timezoneId: string) {
  const { session } = await newStudent();
  const page = await look(session, '/availability', { timezoneId });
  for (const name of [
    'Monday 9 AM to 10 AM',
    'Monday 10 AM to 11 AM',
    'Monday 11 AM to 12 PM',
    'Wednesday 8 PM to 9 PM',
  ])
    await page.getByRole('gridcell', { name }).click();
  await button(page, 'Save Availability (4 hours)').click();
  await path(page, '/photos');
  const device = await page.evaluate(() => JSON.parse(localStorage.getItem('user_availability')!));
  return { device, server: (await http('GET /availability', { as: session })).body };
}

statement('S3.10.2', async () => {
  const { device, server } = await saveWeek('UTC');
  expect(device.utcSlots).toEqual([
    { dayOfWeek: 1, startHour: 9, endHour: 12 },
    { dayOfWeek: 3, startHour: 20, endHour: 21 },
  ]);
  expect(device.timezone).toBe('UTC');
  expect(Math.abs(Date.parse(device.lastUpdated) - Date.now())).toBeLessThan(60_000);
  expect(device.lastUpdated).toBe(new Date(device.lastUpdated).toISOString());
  // the server's clock decides (decisions/041)
  expect(server).toEqual({ ...device, lastUpdated: expect.any(String) });
  expect(Math.abs(Date.parse(server.lastUpdated) - Date.now())).toBeLessThan(60_000);
});

statement('S3.10.3', async () => {
  const { device } = await saveWeek('Asia/Kolkata');
  expect(device.utcSlots).toEqual([
    { dayOfWeek: 1, startHour: 3.5, endHour: 6.5 },
    { dayOfWeek: 3, startHour: 14.5, endHour: 15.5 },
  ]);
  expect(device.timezone).toMatch(/Asia\/(Kolkata|Calcutta)/);
});

statement('S3.11.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await cropAndSave(page, await picture());
  await cropAndSave(page, await picture());
  const saved = page.waitForRequest(
    (request) => request.url().endsWith('/photos') && request.method() === 'POST',
  );
  await button(page, 'Save 2 Photos').click();
  const { photos } = (await saved).postDataJSON();
  expect(photos.map((photo: any) => photo.isPrimary)).toEqual([true, false]);
  await path(page, '/profile');
  const { body } = await http('GET /photos', { as: session });
  expect(body.items.map((photo: any) => photo.url)).toEqual(photos.map((photo: any) => photo.url));
  expect(body.items.map((photo: any) => photo.isPrimary)).toEqual([true, false]);
  expect(body.items[0].id).toEqual(expect.any(String));
});

statement('S3.12.1', async () => {
  const pair = await newPair();
  const wanted = { location: 'Library', activity: 'Coffee', message: 'Hello' };
  const offer = await offerOf(pair, wanted);
  expect(offer).toMatchObject({
    ...wanted,
    id: expect.any(String),
    fromUserId: pair.sender.session.user.id,
    toUserId: pair.recipient.session.user.id,
    status: 'pending',
  });
  for (const key of ['proposedDate', 'createdAt', 'updatedAt'])
    expect(offer[key]).toBe(new Date(offer[key]).toISOString());
});

statement('S3.12.2', async () => {
  const pair = await newPair();
  const page = await look(pair.sender.session, '/photos');
  await cropAndSave(page, await picture());
  await button(page, 'Save 1 Photo').click();
  await path(page, '/profile');
  const { fromUser, toUser } = await offerOf(pair);
  expect(fromUser).toMatchObject({
    name: 'Sam',
    age: expect.any(Number),
    photo: expect.stringContaining('/'),
  });
  expect(toUser).toMatchObject({ name: 'Rae', age: expect.any(Number) });
  expect(toUser).not.toHaveProperty('photo');
});

statement('S3.13.1', async () => {
  const { id, page, dialog, proposedDate } = await openReschedule();
  await dialog.getByLabel(/Location/).fill('Boat house');
  await dialog.getByLabel(/Message/).fill('Later?');
  const call = page.waitForRequest(`**/api/v1/offers/${id}/respond`);
  await clickAndSend(page, button(dialog, 'Reschedule'));
  expect((await call).postDataJSON()).toEqual({
    offerId: id,
    action: 'reschedule',
    message: 'Later?',
    rescheduleData: { proposedDate, location: 'Boat house', activity: 'Coffee' },
  });
  const plain = await newPair();
  const other = await offerOf(plain);
  const accepting = await look(plain.recipient.session, '/offers');
  const accept = accepting.waitForRequest(`**/api/v1/offers/${other.id}/respond`);
  await clickAndSend(accepting, button(accepting, 'Accept'));
  expect((await accept).postDataJSON()).toEqual({ offerId: other.id, action: 'accept' });
});

statement('S3.13.2', async () => {
  const { recipient, offerId } = pastDate();
  const page = await look(recipient.session, '/offers');
  await page.route('**/api/v1/safety/report', (route) => route.abort());
  await button(page, 'Report Issue').click();
  const dialog = page.getByRole('dialog', { name: 'Report Issue' });
  await dialog.getByLabel('Details').fill('Nobody came.');
  const call = page.waitForRequest('**/api/v1/safety/report');
  await button(dialog, 'Submit').click();
  const { createdAt, ...rest } = (await call).postDataJSON();
  expect(rest).toEqual({ offerId, reportType: 'no_show', description: 'Nobody came.' });
  expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
});

statement('S3.13.3', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  const asked = page.waitForRequest('**/api/v1/photos/upload-url');
  await cropAndSave(page, await picture('beach.jpg'));
  expect((await asked).postDataJSON()).toEqual({ fileName: 'beach.jpg', fileType: 'image/jpeg' });
  const saved = page.waitForRequest(
    (request) => request.url().endsWith('/photos') && request.method() === 'POST',
  );
  await button(page, 'Save 1 Photo').click();
  expect(Object.keys((await saved).postDataJSON())).toEqual(['photos', 'madeFrom']);
});

statement('S3.14.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await button(page, 'Evenings').click();
  await button(page, 'Save Availability (35 hours)').click();
  await path(page, '/photos');
  await cropAndSave(page, await picture());
  await button(page, 'Save 1 Photo').click();
  await path(page, '/profile');
  const [week, photos] = await page.evaluate(() =>
    ['user_availability', 'user_photos'].map((key) => JSON.parse(localStorage.getItem(key) ?? 'null')),
  );
  expect(week.utcSlots.length).toBeGreaterThan(6);
  expect(photos).toEqual([expect.stringMatching(/^\/storage\/v1\/photos\/\w+$/)]);
});

statement('S3.14.2', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/?question=ideal_date_types');
  await button(page, 'Complete').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('onboarding_completed'))).toBeNull();
  await button(page, 'Complete').click();
  await path(page, '/availability');
  expect(await page.evaluate(() => localStorage.getItem('onboarding_completed'))).toBe('true');
});
