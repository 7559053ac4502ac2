import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountRows } from './AccountRows';

const show = (api: FakeRoutes, platform = fakePlatform()) => renderScreen(<AccountRows />, { api, platform });
const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));

describe('a deletion of the account', () => {
  it('whose answer was lost - tried again, and refused with 401 - leaves it to the session’s check what was deleted', async () => {
    const signOut = jest.fn(async (_scope?: string) => ({ ok: true as const }));
    const answers = [
      () => {
        throw new TypeError('Failed to fetch');
      },
      () => ({ status: 401, body: { code: 'unauthenticated', detail: 'x' } }),
    ];
    const platform = fakePlatform({ auth: { ...fakePlatform().auth, signOut } });
    show({ 'DELETE /account': () => answers.shift()!() }, platform);
    await open();
    await userEvent.type(screen.getByLabelText('Type DELETE to confirm'), 'delet');
    expect(screen.getByRole('button', { name: 'Delete everything' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Type DELETE to confirm'), 'e');
    await userEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error');
    await userEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    // the account may be there, and the session ended elsewhere
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Session expired.'));
    expect([platform.notices, signOut.mock.calls]).toEqual([[], []]);
  });

  it.each([
    [503, 'Service Unavailable'],
    // the session is over, the account is not
    [401, 'Session expired. Please sign in again.'],
  ])('that fails with %i - shows the reason and signs nobody out', async (status, reason) => {
    const signOut = jest.fn(async () => ({ ok: true as const }));
    const { platform } = show(
      { 'DELETE /account': { status, body: { code: 'x', detail: 'x' } } },
      fakePlatform({ auth: { ...fakePlatform().auth, signOut } }),
    );
    await open();
    await userEvent.type(screen.getByLabelText('Type DELETE to confirm'), 'delete');
    await userEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(reason);
    expect([platform.notices, signOut.mock.calls]).toEqual([[], []]);
  });

  it('that was sent - can no longer be declined, and says its failure after the dialog was closed', async () => {
    let answer = () => undefined as void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { platform } = show({
      'DELETE /account': () => answered.then(() => ({ status: 503, body: { code: 'x', detail: 'x' } })),
    });
    await open();
    await userEvent.type(screen.getByLabelText('Type DELETE to confirm'), 'delete');
    await userEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
    expect(screen.getByRole('button', { name: 'Keep it' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(async () => answer());
    await waitFor(() => expect(platform.notices.map(({ tone }) => tone)).toEqual(['failure']));
    expect(platform.notices[0]?.text).toContain('Service Unavailable');
  });
});
