import type {
  Availability,
  Block,
  Card,
  OwnReport,
  Photo,
  Profile,
  SignedInSession,
  Standing,
} from '@flint/contracts';
import type { FakeRoutes } from './fake-api';
import { PICTURE } from './picture';

const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
const NOON = '2026-03-01T12:00:00.000Z';
const list = <T>(...items: T[]) => ({ body: { items, nextCursor: null } });

/** The answers of a student who can be matched. */
const ANSWERS = {
  bundle_intro: { display_name: 'Ann', date_of_birth: '2004-05-06' },
  pronouns: { value: 'she_her' },
  intent: { value: 'figuring_it_out' },
};

const profile = (more: Partial<Profile>): Profile => ({
  id: ANN,
  email: 'ann@campus.edu',
  answers: {},
  onboardingCompletedAt: null,
  age: null,
  completeness: 20,
  matchable: { ready: false, missing: ['intent', 'availability', 'photos'] },
  sections: [
    { title: 'Eligibility and identity', count: 7, answered: 0, next: 'bundle_intro' },
    { title: 'Core preferences', count: 8, answered: 0, next: 'intent' },
  ],
  createdAt: NOON,
  updatedAt: NOON,
  ...more,
});

const photo = (n: number): Photo => ({
  id: String(n).padStart(24, '0'),
  url: `/storage/v1/photos/${n}`,
  displayUrl: PICTURE,
  thumbnailUrl: PICTURE,
  isPrimary: n === 1,
});

const WEEK: Availability = {
  utcSlots: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startHour: 17, endHour: 21 })),
  timezone: 'UTC',
  lastUpdated: NOON,
};

const CARD: Card = {
  name: 'Ann',
  photoUrls: [PICTURE],
  items: [
    { id: 'age', label: 'Age', values: ['21'], isShown: true },
    { id: 'pronouns', label: 'Pronouns', values: ['she/her'], isShown: true },
    { id: 'intent', label: 'Looking for', values: ['Figuring it out'], isShown: false },
  ],
};

const SESSION: SignedInSession = {
  id: '22222222-3333-4444-8555-666666666666',
  browser: 'Firefox',
  system: 'Linux',
  createdAt: NOON,
  lastUsedAt: NOON,
  isThis: true,
};

const STANDING: Standing = { pausedAt: null, restrictedUntil: null, notices: [] };
const BLOCK: Block = { userId: '33333333-4444-4555-8666-777777777777', name: 'Max', createdAt: NOON };
const REPORT: OwnReport = {
  id: '00000000000000000000000a',
  name: 'Max',
  reason: 'harassment',
  createdAt: NOON,
  decidedAt: null,
  outcome: null,
};

const common: FakeRoutes = {
  'GET /safety/standing': { body: STANDING },
  'GET /calendar-feed': { body: { since: null } },
  'GET /offers/mail': { body: { wanted: true } },
  'GET /account/sessions': { body: { ...list(SESSION).body, isComplete: true } },
  // a stream without events
  'GET /offers/events': () => new Promise<never>(() => undefined),
  'POST /browser-reports': { status: 204 },
};

/** Responses of the API to a student who has answered everything. */
export const FULL_STUDENT: FakeRoutes = {
  ...common,
  'GET /profile': {
    body: profile({
      answers: ANSWERS,
      onboardingCompletedAt: NOON,
      age: 21,
      completeness: 100,
      matchable: { ready: true, missing: [] },
      sections: [
        { title: 'Eligibility and identity', count: 7, answered: 7, next: 'bundle_intro' },
        { title: 'Core preferences', count: 8, answered: 5, next: 'substances' },
      ],
    }),
  },
  'GET /profile/card': { body: CARD },
  'GET /availability': { body: WEEK },
  'GET /photos': list(photo(1), photo(2), photo(3)),
  'GET /blocks': list(BLOCK),
  'GET /safety/reports': list(REPORT),
  'GET /safety/hidden-contacts': { body: { count: 2 } },
};

const NOT_THERE = {
  status: 404,
  body: { type: 'about:blank', title: 'Not Found', status: 404, code: 'not_found', detail: 'There is none.' },
};

/** Responses of the API to a student after the first sign-in. */
export const NEW_STUDENT: FakeRoutes = {
  ...common,
  'GET /profile': { body: profile({}) },
  'GET /profile/card': NOT_THERE,
  'GET /availability': NOT_THERE,
  'GET /photos': list(),
  'GET /blocks': list(),
  'GET /safety/reports': list(),
  'GET /safety/hidden-contacts': { body: { count: 0 } },
};
