import type { FakeRoutes } from '@flint/remote-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, profile as buildProfile, show as showWith } from '../testing/show';

const EIGHT = {
  bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' },
  gender_identity: 'woman',
  seeking_genders: { values: ['men'] },
  intent: 'casual_dating',
  age_preference: [18, 25],
  meeting_preference: { values: ['campus_coffee'] },
  substances: { smoking_preference: 'never' },
  lifestyle_dealbreakers: { values: ['none'] },
};
const profile = (answers: object, completedAt: string | null = null) =>
  buildProfile(answers, completedAt, true);
function show(question: string, api: FakeRoutes, overrides = {}) {
  const own = at(question, overrides);
  return { own, ...showWith(api, own) };
}
const sooner = () => screen.queryByRole('button', { name: 'See who is there' });

describe('the matches before the questionnaire is completed', () => {
  it('when the last answer cannot be sent - are not opened, and a notice is shown', async () => {
    const failing = { status: 503, body: { code: 'unavailable', detail: 'x' } };
    const { own } = show('personality_type', { 'GET /profile': profile(EIGHT), 'PATCH /profile': failing });
    await screen.findByText('Question 15 of 37');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Calm' }));
    await userEvent.click(sooner()!);
    await waitFor(() => expect(own.notices).toHaveLength(1));
    expect(own.notices[0]?.text).toContain('have not arrived yet');
    expect(own.visited).toEqual([]);
    expect(sooner()).not.toHaveAttribute('aria-busy', 'true');
  });

  it('with an answer that the server refuses - are opened all the same: another try does not help', async () => {
    const errors = [{ pointer: '/answers/personality_type', detail: 'x' }];
    const refused = { status: 422, body: { code: 'validation_failed', detail: 'x', errors } };
    const { own } = show('personality_type', { 'GET /profile': profile(EIGHT), 'PATCH /profile': refused });
    await screen.findByText('Question 15 of 37');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Calm' }));
    await userEvent.click(sooner()!);
    await waitFor(() => expect(own.visited).toEqual([{ screen: 'matches', params: {} }]));
    expect(own.notices).toEqual([]);
  });

  it('beside a value that was left as it is shown - save that value, too', async () => {
    const { own, sent, store } = show('height_feet_inches', {
      'GET /profile': profile(EIGHT),
      'PATCH /profile': { body: { answers: {} } },
    });
    await screen.findByText('Question 8 of 37');
    // a painted week that is not saved yet does not matter here
    const week = { utcSlots: [], timezone: 'UTC', lastUpdated: '2026-03-05T18:00:00Z' };
    await act(async () => void store.outbox.edit('week', 'week', week, { asDraft: true }));
    await userEvent.click(sooner()!);
    await waitFor(() => expect(own.visited).toHaveLength(1));
    expect(sent()).toMatchObject([{ answers: { height_feet_inches: { feet: 5, inches: 8 } } }]);
  });

  it('with eight answers - are a button, which opens them once the last answer is sent', async () => {
    const { own, sent } = show('personality_type', {
      'GET /profile': profile(EIGHT),
      'PATCH /profile': { body: { answers: {} } },
    });
    await screen.findByText('Question 15 of 37');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Calm' }));
    await userEvent.click(sooner()!);
    await waitFor(() => expect(own.visited).toEqual([{ screen: 'matches', params: {} }]));
    expect(sent()).toHaveLength(1);
  });

  it.each(Object.keys(EIGHT))('without %s - have no button', async (id) => {
    const { [id]: _, ...seven } = EIGHT as Record<string, unknown>;
    show('personality_type', { 'GET /profile': profile(seven) });
    await screen.findByText('Question 15 of 37');
    expect(sooner()).toBeNull();
  });

  it('at the last question, or after Complete - have no button; offline - it is disabled', async () => {
    const { unmount } = show('ideal_date_types', { 'GET /profile': profile(EIGHT) });
    await screen.findByText('Question 37 of 37');
    expect(sooner()).toBeNull();
    unmount();
    const done = show('personality_type', { 'GET /profile': profile(EIGHT, '2026-11-22T00:00:00Z') });
    await screen.findByText('Question 15 of 37');
    expect(sooner()).toBeNull();
    done.unmount();
    show('personality_type', { 'GET /profile': profile(EIGHT) }, { online: false });
    await screen.findByText('Question 15 of 37');
    expect(sooner()).toBeDisabled();
  });
});
