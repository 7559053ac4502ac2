import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountRows } from './AccountRows';
import { SignOutButton } from './SignOutButton';

const BUTTONS = [
  ['Sign Out', 'local', <SignOutButton key="here" />],
  ['Sign out on every device', 'global', <AccountRows key="everywhere" />],
] as const;

describe('signing out', () => {
  it.each(BUTTONS)('%s - asks the shell, which knows what would be lost', async (name, scope, element) => {
    const signOut = jest.fn(async () => undefined);
    renderScreen(element, { api: {}, platform: fakePlatform({ signOut }) });
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(signOut.mock.calls).toEqual([[scope]]);
  });

  it.each(BUTTONS)('%s - in an older shell - signs out', async (name, scope, element) => {
    const signOut = jest.fn(async () => ({ ok: true as const }));
    renderScreen(element, { api: {}, platform: fakePlatform({ auth: { ...fakePlatform().auth, signOut } }) });
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(signOut.mock.calls).toEqual([[scope]]);
  });
});
