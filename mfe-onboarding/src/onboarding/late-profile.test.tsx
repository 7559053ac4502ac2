import { api as flint } from '@flint/remote-kit/data';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, profile, show } from '../testing/show';

describe('a profile that arrives late', () => {
  it('requested again before an answer was stored - does not replace that answer', async () => {
    const answers: ((given: { body: object }) => void)[] = [];
    const { sent, sendNow, store } = show(
      {
        'GET /profile': () => new Promise((resolve) => void answers.push(resolve)),
        'PATCH /profile': profile({ pronouns: 'he_him' }),
      },
      at('pronouns'),
    );
    await waitFor(() => expect(answers).toHaveLength(1));
    act(() => answers[0]!(profile({ pronouns: 'she_her' })));
    await userEvent.click(await screen.findByRole('radio', { name: 'he/him' }));
    act(() => void store.dispatch(flint.util.invalidateTags(['Profile'])));
    await waitFor(() => expect(answers).toHaveLength(2));
    await sendNow();
    expect(store.outbox.isUnsaved()).toBe(false);
    act(() => answers[1]!(profile({ pronouns: 'she_her', intent: 'casual_dating' })));
    for (let frame = 0; frame < 3; frame++) await act(() => new Promise(requestAnimationFrame));
    expect(screen.getByRole('radio', { name: 'he/him' })).toBeChecked();
    expect(sent()).toHaveLength(1);
  });
});
