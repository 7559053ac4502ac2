import type { DailyQuestion } from '@flint/contracts';
import * as data from '@flint/remote-kit/data';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildMatch } from '../testing/build';
import { matchList } from '../testing/show-matches';
import { MatchesScreen } from './MatchesScreen';

const CHOICE: DailyQuestion = {
  id: 'lifestyle_balance',
  title: 'Your weeks lately',
  effect: 'It counts towards how well two people fit.',
  options: [
    { value: 'studies_first', label: 'Mostly studying' },
    { value: 'even', label: 'About even' },
  ],
};
const LONG: DailyQuestion = {
  ...CHOICE,
  id: 'hobbies_interests',
  title: 'What do you enjoy?',
  options: null,
};

let user = 0;
function show(question: DailyQuestion | null, api: FakeRoutes = {}, nextAt?: string) {
  const id = `00000000-0000-4000-8000-${String(++user).padStart(12, '0')}`;
  const platform = fakePlatform({ session: { status: 'signedIn', user: { id, email: 'ann@campus.edu' } } });
  const view = renderScreen(<MatchesScreen />, {
    api: { 'GET /matches': matchList([buildMatch()], { question, ...(nextAt && { nextAt }) }), ...api },
    platform,
  });
  return { ...view, platform };
}
const region = () => screen.findByRole('region', { name: 'Your weeks lately' });
/** On a phone the question is one line until it is opened. */
const open = async () => userEvent.click(await screen.findByText('Today’s question'));
const none = async () => {
  await screen.findByRole('article');
  await waitFor(() => expect(screen.queryByText('Today’s question')).toBeNull());
};

describe("today's question on top of the matches", () => {
  it('with few choices - explains what it changes, and one tap saves it as the questionnaire does; it stays until the page is left', async () => {
    const { api, store } = show(CHOICE, { 'PATCH /profile': { body: { answers: {} } } });
    expect(await region()).toBeVisible();
    expect(screen.getByText('About even')).not.toBeVisible();
    await open();
    expect(await region()).toHaveTextContent('It counts towards how well two people fit. Changes count from');
    await userEvent.click(screen.getByRole('button', { name: 'About even' }));
    expect(screen.getByRole('button', { name: 'About even' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText(/^Thank you\./)).toBeInTheDocument();
    await waitFor(() => expect(api.calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1));
    expect(api.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      answers: { lifestyle_balance: 'even' },
      madeFrom: { lifestyle_balance: null },
    });
    // a new list has another question
    api.routes['GET /matches'] = matchList([buildMatch({ name: 'Cem' })], { question: LONG });
    act(() => void store.dispatch(data.api.util.invalidateTags(['Matches'])));
    await screen.findByRole('heading', { name: /^Cem/ });
    expect(await region()).toBeVisible();
  });

  it('an answer that the server refuses - shows the reason', async () => {
    const refused = {
      status: 422,
      body: {
        code: 'answer_invalid',
        detail: 'x',
        errors: [{ pointer: '/answers/lifestyle_balance', detail: 'This is not one of the options.' }],
      },
    };
    show(CHOICE, { 'PATCH /profile': refused });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'About even' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This is not one of the options.');
  });

  it('a longer question - links to its page of the questionnaire', async () => {
    const { platform } = show(LONG);
    await open();
    await userEvent.click(await screen.findByRole('link', { name: 'Answer' }));
    expect(platform.visited).toEqual([{ screen: 'onboarding', params: { question: 'hobbies_interests' } }]);
  });

  it('answered - is not asked again, although the stored list still has it', async () => {
    const answered = { 'PATCH /profile': { body: { answers: { lifestyle_balance: 'even' } } } };
    const first = show(CHOICE, answered);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'About even' }));
    await screen.findByText(/^Thank you\./);
    first.unmount();
    show(CHOICE);
    await none();
  });

  it('skipped - no question appears until the next list, which has another one', async () => {
    const first = show(CHOICE);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Skip today’s question' }));
    await none();
    first.unmount();
    const again = show(CHOICE);
    await none();
    again.unmount();
    show(LONG, {}, '2026-03-04T09:00:00.000Z');
    expect(await screen.findByText('What do you enjoy?')).toBeInTheDocument();
  });

  it('on a page left open until the next list - becomes the question of that list, also for the next visit', async () => {
    const first = show(CHOICE);
    expect(await region()).toBeVisible();
    const nextAt = '2040-03-04T09:00:00.000Z';
    first.api.routes['GET /matches'] = matchList([buildMatch()], { question: LONG, nextAt });
    act(() => void first.store.dispatch(data.api.util.invalidateTags(['Matches'])));
    expect(await screen.findByText('What do you enjoy?')).toBeInTheDocument();
    first.unmount();
    show(LONG, {}, nextAt);
    expect(await screen.findByText('What do you enjoy?')).toBeInTheDocument();
  });

  it('answered on its page - no second one appears that day', async () => {
    const first = show(LONG);
    await screen.findByText('What do you enjoy?');
    first.unmount();
    show(CHOICE);
    await none();
  });

  it('with every question answered - is not shown', async () => {
    show(null);
    await none();
  });
});
