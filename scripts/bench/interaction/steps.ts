// Longer than 300 lines: one table of every interaction that is measured.
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** One action of a student, and its screen. */
export interface Step {
  readonly what: string;
  /** The screen's address, opened before the step. Without it, the step continues from the previous one. */
  readonly at?: string;
  /** Prepares the screen for the step; not measured. */
  prepare?(page: Page): Promise<unknown>;
  act(page: Page): Promise<unknown>;
  /** The step cannot be repeated: measured in the last round only. */
  readonly once?: boolean;
}

/** A finger stays down for a while: the browser paints the pressed button, then the result. */
const TAP = { delay: 80 } as const;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first();
const inForm = (page: Page, role: 'radio' | 'checkbox' | 'slider' | 'combobox') =>
  page.locator('form').getByRole(role);
const inDialog = (page: Page) => page.getByRole('dialog');

/** Sign-in, from address to code; QUESTIONS follows. */
export const signInSteps = (email: string, codeFor: (email: string) => Promise<string>): readonly Step[] => [
  {
    what: 'sign-in: type in the address',
    at: '/',
    act: async (page) => {
      await page.getByLabel('University email').click(TAP);
      await page.keyboard.type(email);
    },
  },
  { what: 'sign-in: Send code', act: (page) => button(page, 'Send code').click(TAP) },
  {
    what: 'sign-in: type in the code',
    prepare: (page) => page.getByRole('textbox', { name: 'Code' }).waitFor(),
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Code' }).focus();
      await page.keyboard.type(await codeFor(email));
    },
  },
];

const question = (id: string) => `/?question=${id}`;

/** Every kind of field, and the navigation between questions. */
export const QUESTION_STEPS: readonly Step[] = [
  {
    what: 'questions: type in a name',
    at: question('bundle_intro'),
    act: async (page) => {
      await page.getByLabel('What should matches call you?').click(TAP);
      await page.keyboard.type('Ann');
    },
  },
  {
    what: 'questions: date of birth',
    at: question('bundle_intro'),
    act: async (page) => {
      await page.getByLabel('Date of birth').focus();
      await page.keyboard.type('03152004');
    },
  },
  {
    what: 'questions: one option',
    at: question('intent'),
    act: (page) => inForm(page, 'radio').first().press('ArrowDown'),
  },
  {
    what: 'questions: several options',
    at: question('seeking_genders'),
    act: (page) => inForm(page, 'checkbox').nth(1).press(' '),
  },
  {
    what: 'questions: a chip of many',
    at: question('hobbies_interests'),
    act: (page) => inForm(page, 'checkbox').nth(3).press(' '),
  },
  {
    what: 'questions: a chip of three',
    at: question('personality_type'),
    act: (page) => inForm(page, 'checkbox').nth(2).press(' '),
  },
  {
    what: 'questions: height',
    at: question('height_feet_inches'),
    act: (page) => inForm(page, 'combobox').first().press('ArrowDown'),
  },
  {
    what: 'questions: age range',
    at: question('age_preference'),
    act: (page) => inForm(page, 'slider').first().press('ArrowRight'),
  },
  {
    what: 'questions: habits',
    at: question('substances'),
    act: (page) => inForm(page, 'radio').first().press(' '),
  },
  {
    what: 'questions: a scale',
    at: question('communication_style_self'),
    act: (page) => inForm(page, 'radio').nth(2).press('ArrowRight'),
  },
  {
    what: 'questions: Next',
    at: question('bundle_intro'),
    act: (page) => button(page, 'Next').click(TAP),
  },
  { what: 'questions: Back', at: question('intent'), act: (page) => button(page, 'Back').click(TAP) },
  {
    what: 'questions: All questions',
    at: question('intent'),
    act: (page) => button(page, 'All questions').click(TAP),
  },
  {
    what: 'questions: pick one of all',
    act: (page) => inDialog(page).getByRole('listitem').nth(12).getByRole('button').click(TAP),
  },
];

async function drag(page: Page): Promise<void> {
  const from = await page.getByRole('gridcell', { name: /^Tuesday 9 AM/ }).boundingBox();
  const to = await page.getByRole('gridcell', { name: /^Thursday 11 AM/ }).boundingBox();
  if (!from || !to) throw new Error('the hours are not on the screen');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 8 });
  await page.mouse.up();
}

const intoView = (page: Page) =>
  page.getByRole('gridcell', { name: /^Thursday 11 AM/ }).scrollIntoViewIfNeeded();

export const AVAILABILITY_STEPS: readonly Step[] = [
  {
    what: 'availability: one hour',
    at: '/availability',
    act: (page) => page.getByRole('gridcell', { name: /^Tuesday 9 AM/ }).click(TAP),
  },
  { what: 'availability: paint nine hours', at: '/availability', prepare: intoView, act: drag },
  { what: 'availability: Evenings', at: '/availability', act: (page) => button(page, 'Evenings').click(TAP) },
  {
    what: 'availability: all 168 hours',
    at: '/availability',
    act: async (page) => {
      await page.getByRole('gridcell', { name: /^Monday 9 AM/ }).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press(' ');
    },
  },
  { what: 'availability: clear all', at: '/availability', act: (page) => button(page, 'Clear').click(TAP) },
];

const photo = async () => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1500, height: 2000, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer(),
});
const cropArea = (page: Page) => inDialog(page).getByRole('application');

export const PHOTOS_STEPS: readonly Step[] = [
  {
    what: 'photos: pick a picture, the crop dialog opens (longest task)',
    at: '/photos',
    act: async (page) => {
      await page.getByLabel('Add photo').setInputFiles(await photo());
      await page.locator('.advanced-cropper-rectangle-stencil').first().waitFor();
    },
  },
  { what: 'photos: move the crop by keys', act: (page) => cropArea(page).press('ArrowLeft') },
  {
    what: 'photos: move the crop by hand',
    act: async (page) => {
      const box = await cropArea(page).boundingBox();
      if (!box) throw new Error('the picture is not on the screen');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2 + 30, { steps: 6 });
      await page.mouse.up();
    },
  },
  { what: 'photos: zoom', act: (page) => inDialog(page).getByRole('button', { name: 'Zoom in' }).click(TAP) },
  { what: 'photos: turn', act: (page) => inDialog(page).getByRole('button', { name: 'Turn' }).click(TAP) },
  {
    what: 'photos: save the crop',
    act: (page) => inDialog(page).getByRole('button', { name: 'Save' }).click(TAP),
  },
  {
    what: 'photos: save the album',
    prepare: (page) => page.locator('[data-state=uploading]').first().waitFor({ state: 'detached' }),
    act: (page) => button(page, /^Save \d+ Photo/).click(TAP),
    once: true,
  },
];

const SETTINGS = '/profile?page=settings';
const pause = (page: Page) => page.getByRole('switch', { name: /^Pause my profile/ });

export const SETTINGS_STEPS: readonly Step[] = [
  { what: 'settings: pause', at: `${SETTINGS}&section=safety`, act: (page) => pause(page).click(TAP) },
  { what: 'settings: pause no more', act: (page) => pause(page).click(TAP) },
  {
    what: 'settings: Delete my account',
    at: `${SETTINGS}&section=account`,
    act: (page) => button(page, 'Delete my account').click(TAP),
  },
];

const openPerson = (page: Page) =>
  page
    .getByRole('link', { name: /^See everything/ })
    .first()
    .click(TAP);

export const MATCHES_STEPS: readonly Step[] = [
  {
    what: 'matches: send a ready plan',
    at: '/matches',
    act: (page) => button(page, /^Send\b/).click(TAP),
    once: true,
  },
  {
    what: 'matches: Invite',
    at: '/matches',
    prepare: openPerson,
    act: (page) => button(page, /^Invite \S+$/).click(TAP),
  },
  {
    what: 'matches: type in an activity',
    prepare: (page) => inDialog(page).getByRole('button', { name: 'Another activity' }).click(TAP),
    act: async (page) => {
      await inDialog(page).getByLabel('Activity').click(TAP);
      await page.keyboard.type('Coffee');
    },
  },
  {
    what: 'matches: Send Offer',
    act: (page) =>
      inDialog(page)
        .getByRole('button', { name: /^Send: / })
        .click(TAP),
    once: true,
  },
  {
    what: 'matches: Not for me',
    at: '/matches',
    prepare: openPerson,
    act: (page) => button(page, 'Not for me').click(TAP),
    once: true,
  },
  {
    what: 'matches: Report or block',
    at: '/matches',
    prepare: openPerson,
    act: (page) => button(page, /^Report or block/).click(TAP),
  },
  { what: 'matches: Block', act: (page) => button(page, /^Block/).click(TAP) },
];

export const OFFERS_STEPS: readonly Step[] = [
  {
    what: 'offers: the other tab',
    at: '/offers',
    act: (page) => page.getByRole('tab', { name: /Sent/ }).click(TAP),
  },
  { what: 'offers: Reschedule', at: '/offers', act: (page) => button(page, 'Reschedule').click(TAP) },
  { what: 'offers: close a dialog', act: (page) => page.keyboard.press('Escape') },
  {
    what: 'offers: Add to Calendar',
    at: '/offers',
    act: (page) => button(page, 'Add to Calendar').click(TAP),
  },
  {
    what: 'offers: Your date',
    at: '/offers',
    act: (page) => page.getByRole('link', { name: 'Details' }).first().click(TAP),
  },
  { what: 'offers: Call off', act: (page) => button(page, 'Call off').click(TAP), once: true },
  { what: 'offers: Undo', act: (page) => button(page, /^Undo/).click(TAP), once: true },
  { what: 'offers: Report Issue', at: '/offers', act: (page) => button(page, 'Report Issue').click(TAP) },
  {
    what: 'offers: Report or block',
    at: '/offers',
    act: (page) => button(page, /^Report or block/).click(TAP),
  },
  { what: 'offers: Block', act: (page) => button(page, /^Block/).click(TAP) },
  { what: 'offers: Accept', at: '/offers', act: (page) => button(page, 'Accept').click(TAP), once: true },
];

export const FRAME_STEPS: readonly Step[] = [
  {
    what: 'frame: to another screen',
    at: '/photos',
    act: (page) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Offers' }).click(TAP),
  },
  { what: 'frame: command palette', at: '/profile', act: (page) => page.keyboard.press('Control+k') },
  { what: 'frame: type in the palette', act: (page) => page.keyboard.type('avail') },
  { what: 'frame: keyboard shortcuts', at: '/profile', act: (page) => page.keyboard.press('?') },
];
