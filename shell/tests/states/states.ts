// Longer than 300 lines: one table of every state, so that a screen and its states are read together.
import type { Page } from 'playwright-core';
import { CUT_OFF } from '@flint/testing/browser';
import { picture } from '../journey/picture';
import { acceptOnPage, chooseOfferWith, listBlocked } from './people-on-page';
import { saveOtherAlbum, turnAlbumElsewhere } from './two-albums';
import type { Words } from './words';

/** Demo accounts, from empty to full. */
export type Account = 'new' | 'halfway' | 'invited' | 'sender';

export interface State {
  readonly name: string;
  readonly path: string;
  /** The signed-in account; none: signed out. */
  readonly as?: Account;
  /** Actions after the page is opened; elements are found by their text in the language of the page. */
  readonly show?: (page: Page, words: Words) => Promise<void>;
  /** A page that is served as it is, without the catalogue of texts. */
  readonly isStatic?: boolean;
  /** A keyboard opens it, so a phone never shows it. */
  readonly needsKeys?: true;
  /** Console messages that this state causes on purpose. */
  readonly allow?: readonly RegExp[];
  /** Prepares requests before the page is opened: an address that never answers, for example. */
  readonly before?: (page: Page) => Promise<unknown>;
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();

/** A screen with a dialog that one of its buttons opens. */
const dialogBehind = (button: string, state: Pick<State, 'name' | 'path' | 'as'>): State => ({
  ...state,
  async show(page, words) {
    await press(page, words(button));
    await dialog(page);
  },
});

const question = (id: string): State => ({
  name: `question-${id.replaceAll('_', '-')}`,
  path: `/?question=${id}`,
  as: 'invited',
});

async function askForCode(page: Page, words: Words): Promise<void> {
  await page.getByLabel(words('University email')).fill(`look${Date.now()}@campus.edu`);
  await press(page, words('Send code'));
  await page.getByRole('textbox', { name: words('Code') }).waitFor();
}

const SIGN_IN: readonly State[] = [
  { name: 'sign-in', path: '/' },
  {
    name: 'sign-in-wrong-address',
    path: '/',
    async show(page, words) {
      await page.getByLabel(words('University email')).fill('ann@elsewhere.edu');
      await press(page, words('Send code'));
      await page.getByText(words('Please use your {host} email address')).waitFor();
    },
  },
  { name: 'sign-in-code', path: '/', show: askForCode },
  {
    name: 'sign-in-wrong-code',
    path: '/',
    allow: [/Failed to load resource/],
    async show(page, words) {
      await askForCode(page, words);
      await page.getByRole('textbox', { name: words('Code') }).fill('000000');
      await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    },
  },
];

const QUESTIONS: readonly State[] = [
  { name: 'question-first', path: '/', as: 'new' },
  ...[
    'pronouns',
    'seeking_genders',
    'height_feet_inches',
    'ethnicity',
    'age_preference',
    'substances',
    'communication_style_self',
    'hobbies_interests',
    'ideal_date_types',
  ].map(question),
  { name: 'question-section-end', path: '/?question=seeking_genders', as: 'halfway' },
  { name: 'question-gaps', path: '/?question=ideal_date_types', as: 'halfway' },
  { name: 'question-sooner', path: '/?question=hobbies_interests', as: 'halfway' },
  dialogBehind('All questions', { name: 'questions-overview', path: '/', as: 'halfway' }),
];

const WEEK_AND_PHOTOS: readonly State[] = [
  { name: 'availability-empty', path: '/availability', as: 'new' },
  { name: 'availability', path: '/availability', as: 'invited' },
  dialogBehind('Copy a day', { name: 'availability-copy-day', path: '/availability', as: 'invited' }),
  { name: 'photos-empty', path: '/photos', as: 'new' },
  { name: 'photos', path: '/photos', as: 'invited' },
  {
    name: 'photos-unavailable',
    path: '/photos',
    as: 'invited',
    allow: [/Failed to load resource/],
    before: (page) => page.route('**/api/v1/photos', (route) => route.fulfill({ status: 403, body: '{}' })),
  },
  {
    name: 'photos-two-albums',
    path: '/photos',
    as: 'invited',
    allow: [/status of 409/],
    before: turnAlbumElsewhere,
    show: saveOtherAlbum,
  },
  {
    name: 'photos-crop',
    path: '/photos',
    as: 'new',
    async show(page) {
      const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() };
      await page.locator('.file-picker input').first().setInputFiles(file);
      await dialog(page);
      await page.locator('.advanced-cropper-rectangle-stencil').first().waitFor();
    },
  },
];

const SETTINGS = '/profile?page=settings';
const ACCOUNT = `${SETTINGS}&section=account`;

const PROFILE: readonly State[] = [
  { name: 'profile-new', path: '/profile', as: 'new' },
  { name: 'profile', path: '/profile', as: 'invited' },
  { name: 'others', path: '/profile?page=others', as: 'invited' },
  { name: 'settings', path: SETTINGS, as: 'invited' },
  ...['notifications', 'safety', 'account'].map((section) => ({
    name: `settings-${section}`,
    path: `${SETTINGS}&section=${section}`,
    as: 'invited' as const,
  })),
  { name: 'blocked-nobody', path: '/profile?page=blocked', as: 'invited' },
  {
    name: 'blocked',
    path: '/profile?page=blocked',
    as: 'invited',
    before: listBlocked,
  },
  dialogBehind('Where you are signed in', { name: 'settings-devices', path: ACCOUNT, as: 'invited' }),
  dialogBehind('Delete my account', { name: 'settings-delete', path: ACCOUNT, as: 'invited' }),
];

/** Opens the second person: beside a list the first one is shown already. */
async function openPerson(page: Page, words: Words): Promise<void> {
  await page.getByRole('article').first().waitFor();
  const link = page.getByRole('link', { name: words('See everything about {name}') });
  await ((await link.first().isVisible()) ? link : page.locator('.f-entry')).nth(1).click();
  await page
    .getByRole('group', { name: words('Photos of {name}') })
    .first()
    .waitFor();
}

async function openInvitation(page: Page, words: Words): Promise<void> {
  await openPerson(page, words);
  // the buttons of single hours come before
  await page
    .getByRole('button', { name: words('Invite') })
    .or(page.getByRole('button', { name: words('Invite {name}') }))
    .last()
    .click();
  await page.getByRole('dialog').getByText(words('What you both like')).waitFor();
}

const MEETING: readonly State[] = [
  { name: 'matches-person', path: '/matches', as: 'invited', show: openPerson },
  { name: 'matches-incomplete', path: '/matches', as: 'new' },
  { name: 'matches', path: '/matches', as: 'invited' },
  { name: 'matches-question', path: '/matches', as: 'halfway' },
  { name: 'matches-invite', path: '/matches', as: 'invited', show: openInvitation },
  {
    name: 'matches-invite-place',
    path: '/matches',
    as: 'invited',
    async show(page, words) {
      await openInvitation(page, words);
      await press(page, words('Every open place'));
      await page.locator('.p-card').nth(1).click();
    },
  },
  {
    name: 'matches-block',
    path: '/matches',
    as: 'invited',
    async show(page, words) {
      await openPerson(page, words);
      await press(page, words('Report or block {name}'));
      await press(page, words('Block {name}'));
      await dialog(page);
    },
  },
  { name: 'offers-empty', path: '/offers', as: 'new' },
  { name: 'offers', path: '/offers', as: 'invited' },
  {
    name: 'offers-date',
    path: '/offers',
    as: 'invited',
    async show(page, words) {
      await chooseOfferWith(page, 'link', words('Details'));
      await page
        .getByRole('link', { name: words('Details') })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: words('Your date with {name}') }).waitFor();
      await page.getByText(words('Spot each other')).waitFor();
    },
  },
  {
    name: 'offers-its-a-date',
    path: '/offers',
    as: 'invited',
    before: acceptOnPage,
    async show(page, words) {
      await chooseOfferWith(page, 'button', words('Accept'));
      await press(page, words('Accept'));
      await page.getByText(words('It’s a date.')).waitFor();
    },
  },
  {
    name: 'offers-after-the-date',
    path: '/offers',
    as: 'invited',
    async show(page, words) {
      await chooseOfferWith(page, 'button', words('Yes, we met'));
      await press(page, words('Yes, we met'));
      await page.getByText(words('Would you like to meet again?')).waitFor();
    },
  },
  {
    name: 'offers-sent',
    path: '/offers',
    as: 'sender',
    async show(page, words) {
      await page.getByRole('tab').nth(1).click();
      await page.getByText(words('Declined')).first().waitFor();
    },
  },
  ...(['Reschedule', 'Add to Calendar', 'Report Issue'] as const).map((button): State => ({
    name: `offers-${button.toLowerCase().replaceAll(' ', '-')}`,
    path: '/offers',
    as: 'invited',
    async show(page, words) {
      await chooseOfferWith(page, 'button', words(button));
      await press(page, words(button));
      await dialog(page);
    },
  })),
];

/** A dialog that a key opens, and what is typed into it once the people are loaded. */
const dialogByKey = (key: string, state: State, typed = ''): State => ({
  ...state,
  as: 'invited',
  async show(page) {
    if (typed) await page.getByRole('article').first().waitFor();
    await page.keyboard.press(key);
    await dialog(page);
    await page.keyboard.type(typed);
    if (typed) await page.getByRole('option').first().waitFor();
  },
});

const FRAME: readonly State[] = [
  {
    name: 'frame-undo',
    path: '/availability',
    as: 'invited',
    async show(page, words) {
      await press(page, words('Clear'));
      await page.getByText(words('The week is cleared')).waitFor();
    },
  },
  dialogByKey('Control+k', { name: 'frame-palette', path: '/profile' }),
  dialogByKey('Control+k', { name: 'frame-palette-typed', path: '/matches' }, 'am'),
  dialogByKey('?', { name: 'frame-shortcuts', path: '/profile', needsKeys: true }),
  { name: 'help', path: '/help.html', isStatic: true },
  { name: 'frame-not-found', path: '/no/such/page', as: 'invited' },
  {
    name: 'frame-remote-failure',
    path: '/photos',
    as: 'invited',
    allow: [/.*/],
    async before(page) {
      await page.route('**/mf-manifest.json', (route) => route.abort());
    },
  },
  {
    name: 'frame-offline',
    path: '/profile',
    as: 'invited',
    allow: CUT_OFF,
    async show(page, words) {
      await page.context().setOffline(true);
      await page.getByText(words('Offline')).waitFor();
    },
  },
  {
    name: 'frame-notice',
    path: ACCOUNT,
    as: 'invited',
    allow: [/Failed to load resource/],
    async show(page, words) {
      await page.route('**/api/v1/account/export', (route) => route.abort());
      await press(page, words('Download my data'));
      await page.getByRole('alert').waitFor();
    },
  },
];

/** Every screen in every state that is tested. */
export const STATES: readonly State[] = [
  ...SIGN_IN,
  ...QUESTIONS,
  ...WEEK_AND_PHOTOS,
  ...PROFILE,
  ...MEETING,
  ...FRAME,
];
