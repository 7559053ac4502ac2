import { renderScreen } from '@flint/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Root } from '../Root';
import { at } from '../testing/show';

function show(question: string) {
  const own = at(question);
  renderScreen(<Root />, { platform: own });
  return own;
}

describe('going on', () => {
  it('a tap on a single choice - goes on by itself after a moment', async () => {
    Object.assign(window, { matchMedia: () => ({ matches: true }) });
    const own = show('gender_identity');
    await userEvent.click(await screen.findByLabelText('Woman'));
    await waitFor(() => expect(own.visited).toHaveLength(1));
    expect(own.visited[0]?.screen).toBe('onboarding');
    Reflect.deleteProperty(window, 'matchMedia');
  });

  it('Enter on the heading, where a question begins - goes on', async () => {
    const own = show('bundle_intro');
    const heading = await screen.findByRole('heading', { name: "Let's start with the basics" });
    heading.focus();
    await userEvent.keyboard('{Enter}');
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: 'pronouns' } }]);
  });

  it('a double click on Next - goes on by one question', async () => {
    const own = show('pronouns');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Next' }));
    expect(own.visited).toHaveLength(1);
  });

  it('the last question with others open - names them before Complete, and Complete still completes', async () => {
    const own = show('ideal_date_types');
    expect(await screen.findByText(/questions are still open/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: "Let's start with the basics" }));
    expect(own.visited).toEqual([{ screen: 'onboarding', params: { question: 'bundle_intro' } }]);
    expect(screen.getByRole('button', { name: 'Complete' })).toBeEnabled();
  });
});
