import { PlatformProvider, usePlatform, type Navigation } from '@flint/remote-kit';
import { renderScreen } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Root } from '../Root';

describe('the settings in a wide window', () => {
  it('blocked people - have the focus on their heading, and only the index leads back to the safety part', async () => {
    const { matchMedia } = window;
    window.matchMedia = () =>
      ({ matches: true, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
    const Pages = () => {
      const platform = usePlatform();
      const [params, goTo] = useState<Record<string, string>>({ page: 'settings', section: 'safety' });
      const navigation: Navigation = {
        ...platform.navigation,
        location: { screen: 'profile', params },
        goTo: (_, next) => goTo(next as Record<string, string>),
      };
      return (
        <PlatformProvider value={{ ...platform, navigation }}>
          <Root screen="profile" />
        </PlatformProvider>
      );
    };
    renderScreen(<Pages />, { api: { 'GET /blocks': { body: { items: [], nextCursor: null } } } });
    await userEvent.click(await screen.findByRole('link', { name: 'Blocked people' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Blocked people' })).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Safety', current: true }));
    expect(screen.getByRole('heading', { level: 2, name: 'Safety' })).toBeVisible();
    window.matchMedia = matchMedia;
  });
});
