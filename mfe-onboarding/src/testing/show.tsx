import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { Root } from '../Root';

export const questionLabel = (number: number) => `Question ${number} of ${QUESTIONS.length}`;

let user = 0;
/** Each test has its own student. */
export const platform = (overrides = {}) =>
  fakePlatform({
    session: {
      status: 'signedIn',
      user: { id: `00000000-0000-4000-8000-${String(++user).padStart(12, '0')}`, email: 'ann@campus.edu' },
    },
    ...overrides,
  });

/** Renders the questionnaire at a question. */
export const at = (question: string, overrides = {}) => {
  const own = platform(overrides);
  Object.assign(own.navigation, { location: { screen: 'onboarding', params: { question } } });
  return own;
};

export const profile = (answers = {}, onboardingCompletedAt: string | null = null, ready = false) => ({
  body: {
    id: 'x',
    email: 'ann@campus.edu',
    answers,
    onboardingCompletedAt,
    completeness: 20,
    matchable: { ready, missing: [] },
  },
});

export const show = (api: FakeRoutes, own = platform()) => renderScreen(<Root />, { api, platform: own });
