import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Onboarding } from './Onboarding';

let user = 0;
/** A student of their own per test: the draft of a page lives as long as the page. */
const platform = (overrides = {}) =>
  fakePlatform({
    session: {
      status: 'signedIn',
      user: { id: `00000000-0000-4000-8000-${String(++user).padStart(12, '0')}`, email: 'ann@campus.edu' },
    },
    ...overrides,
  });

const profile = (answers = {}) => ({
  body: {
    id: 'x',
    email: 'ann@campus.edu',
    answers,
    onboardingCompletedAt: null,
    completeness: 20,
    matchable: { ready: false, missing: [] },
  },
});
const show = (api: FakeRoutes, own = platform()) => renderScreen(<Onboarding />, { api, platform: own });

describe('the questionnaire', () => {
  beforeEach(() => localStorage.clear());

  it('a new student - starts at question 1 of 37 with Back disabled', async () => {
    show({});
    expect(await screen.findByText('Question 1 of 37')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Back' })).toBeDisabled();
    expect(screen.getByRole('progressbar', { name: 'Questionnaire' })).toHaveAttribute('aria-valuenow', '1');
  });

  it('saved answers - are shown again', async () => {
    show({ 'GET /profile': profile({ bundle_intro: { display_name: 'Ann' } }) });
    expect(await screen.findByDisplayValue('Ann')).toBeVisible();
  });

  it('Next - is never blocked - and asks the shell for the next question', async () => {
    const own = platform();
    show({}, own);
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: 'pronouns' } }]);
  });

  it('a change - is on the device at once, on the server soon, and the status line knows in between', async () => {
    const own = platform();
    const { api } = show({ 'PATCH /profile': profile() }, own);
    await userEvent.type(await screen.findByLabelText('What should matches call you?'), 'Ann');
    expect(
      localStorage.getItem(`flint:draft:${(own.session as { user: { id: string } }).user.id}`),
    ).toContain('Ann');
    await waitFor(() => expect(own.unsaved.size).toBe(1));
    await waitFor(() => expect(api.calls.some(({ method }) => method === 'PATCH')).toBe(true), {
      timeout: 3000,
    });
    expect(api.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      answers: { bundle_intro: { display_name: 'Ann' } },
    });
    await waitFor(() => expect(own.unsaved.size).toBe(0));
  });

  it('a lost network - keeps the answer and sends it when the network is back', async () => {
    let online = false;
    const { api } = show({
      'PATCH /profile': () => {
        if (!online) throw new TypeError('Failed to fetch');
        return profile();
      },
    });
    const patches = () => api.calls.filter(({ method }) => method === 'PATCH').length;
    await userEvent.type(await screen.findByLabelText('What should matches call you?'), 'A');
    await waitFor(() => expect(patches()).toBe(1), { timeout: 3000 });
    online = true;
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(patches()).toBe(2), { timeout: 3000 });
    expect(await screen.findByText('Saved')).toBeVisible();
  });

  it('the last question - is labelled Complete, marks the device and goes to availability', async () => {
    const own = platform({
      navigation: {
        ...fakePlatform().navigation,
        location: { screen: 'onboarding', params: { question: 'ideal_date_types' } },
      },
    });
    const went: string[] = [];
    Object.assign(own.navigation, { goTo: (to: string) => went.push(to) });
    const { api } = show({ 'PATCH /profile': profile() }, own);
    await userEvent.click(await screen.findByRole('button', { name: 'Complete' }));
    expect(localStorage.getItem('onboarding_completed')).toBe('true');
    expect(went).toEqual(['availability']);
    await waitFor(() => expect(api.calls.some(({ method }) => method === 'PATCH')).toBe(true), {
      timeout: 3000,
    });
  });

  it('a server that fails - shows the reason with Try Again', async () => {
    show({ 'GET /profile': { status: 500, body: { code: 'internal', detail: 'x' } } });
    expect(
      await screen.findByText('Server error. Please try again later.', {}, { timeout: 3000 }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});
