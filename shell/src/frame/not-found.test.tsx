import * as data from '@flint/remote-kit/data';
import { PlatformProvider } from '@flint/remote-kit';
import { fakeApi, fakePlatform } from '@flint/remote-kit/testing';
import { render, screen } from '@testing-library/react';
import { setOpenedData } from '../platform/opened-data';
import { NotFound } from './NotFound';

afterEach(() => setOpenedData(null));

function show(onboardingCompletedAt: string | null) {
  fakeApi({
    'GET /profile': { body: { onboardingCompletedAt } },
    'GET /offers': { body: { items: [], nextCursor: null } },
  });
  const platform = fakePlatform();
  data.setCredentials({ accessToken: platform.auth.accessToken, onUnauthenticated: () => undefined });
  setOpenedData({ module: data, store: data.createDataStore('ann') });
  render(
    <PlatformProvider value={platform}>
      <NotFound />
    </PlatformProvider>,
  );
}

describe('the page of an unknown address, on a new device', () => {
  it('of a student who completed the questions elsewhere - leads to the matches', async () => {
    show('2026-01-01T00:00:00Z');
    expect(await screen.findByRole('link', { name: 'Go to your matches' })).toBeVisible();
  });

  it('of a student who did not - leads to the questions', async () => {
    show(null);
    expect(await screen.findByRole('link', { name: 'Continue with the questions' })).toBeVisible();
  });
});
