import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Root } from '../Root';
import { profile } from '../testing/show';

describe('a profile that arrives late', () => {
  it('a profile requested before an answer was stored - arrives after it - is requested again', async () => {
    const own = fakePlatform();
    const key = `flint:draft:${'user' in own.session ? own.session.user.id : ''}`;
    localStorage.setItem(key, JSON.stringify({ answers: { pronouns: 'she_her' }, position: 'pronouns' }));
    const answers: ((given: { body: object }) => void)[] = [];
    const stored = profile({ pronouns: 'he_him' });
    const { api } = renderScreen(<Root />, {
      api: {
        'GET /profile': () => new Promise((resolve) => void answers.push(resolve)),
        'PATCH /profile': stored,
        'POST /profile': stored,
      },
      platform: own,
    });
    await userEvent.click(screen.getByRole('radio', { name: 'he/him' }));
    await screen.findByText('Saved', undefined, { timeout: 3_000 });
    act(() => answers[0]!(profile({ pronouns: 'they_them' })));
    await waitFor(() => expect(answers).toHaveLength(2));
    // React renders while the second request is under way
    for (let frame = 0; frame < 3; frame++) await act(() => new Promise(requestAnimationFrame));
    expect(screen.getByRole('radio', { name: 'he/him' })).toBeChecked();
    act(() => answers[1]!(profile({ pronouns: 'he_him', intent: 'casual_dating' })));
    await waitFor(() => expect(localStorage.getItem(key)).toContain('casual_dating'));
    expect(screen.getByRole('radio', { name: 'he/him' })).toBeChecked();
    expect(api.calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });
});
