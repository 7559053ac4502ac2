import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Question } from '@flint/contracts/questions/types';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act } from '@testing-library/react';
import { Root } from '../Root';

export const questionLabel = (number: number) => `Question ${number} of ${QUESTIONS.length}`;

export const INTRO = { display_name: 'Ann', date_of_birth: '2004-01-15' };

/** These questions with an answer each, of every field. */
export const answersTo = (questions: readonly Question[]) =>
  Object.fromEntries(
    questions.map((question) => [
      question.id,
      'fields' in question ? Object.fromEntries(question.fields.map(({ key }) => [key, 'x'])) : 'x',
    ]),
  );

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

export function show(api: FakeRoutes, own = platform()) {
  const view = renderScreen(<Root />, { api, platform: own });
  /** The bodies of the requests that change something. */
  const sent = () => view.api.calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  /** Sends at once, not half a second after the last answer. */
  const sendNow = () => act(async () => void (await view.store.outbox.flush()));
  return { ...view, sent, sendNow };
}

/** A route that a device without a network cannot reach. */
export const lost = () => {
  throw new TypeError('Failed to fetch');
};
