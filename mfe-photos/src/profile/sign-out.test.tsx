import { holdAct } from '@flint/remote-kit/data';
import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountCard } from './AccountCard';
import { SignOutButton } from './SignOutButton';

describe('signing out while an action can still be undone', () => {
  it.each([
    ['Sign Out', <SignOutButton key="here" />],
    ['Sign out on every device', <AccountCard key="everywhere" />],
  ])('%s - waits until it is sent', async (name, element) => {
    const steps: string[] = [];
    const signOut = async () => {
      steps.push('signed out');
      return { ok: true as const };
    };
    renderScreen(element, { api: {}, platform: fakePlatform({ auth: { ...fakePlatform().auth, signOut } }) });
    const send = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      steps.push('declined');
    };
    holdAct({ key: 'decline:1', text: 'Declining', send });
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(steps).toEqual(['declined', 'signed out']));
  });
});
