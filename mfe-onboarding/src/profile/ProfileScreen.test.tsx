import { fakePlatform, renderScreen, type FakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProfileScreen } from './ProfileScreen';

const profile = (completed: boolean, missing: string[] = []) => ({
  body: {
    id: 'x',
    email: 'ann@campus.edu',
    answers: { bundle_intro: { display_name: 'Ann' } },
    onboardingCompletedAt: completed ? '2026-01-01T00:00:00Z' : null,
    age: 22,
    completeness: 0,
    matchable: { ready: missing.length === 0, missing },
  },
});
const week = (ranges: number) => ({
  body: {
    utcSlots: Array.from({ length: ranges }, (_, i) => ({ dayOfWeek: i % 7, startHour: 9, endHour: 17 })),
    timezone: 'UTC',
    lastUpdated: '2026-01-01T00:00:00Z',
  },
});
const photos = (count: number) => ({
  body: {
    items: Array.from({ length: count }, (_, i) => ({
      id: String(i),
      url: `/${i}`,
      displayUrl: `/d${i}`,
      thumbnailUrl: `/t${i}`,
      isPrimary: i === 0,
    })),
    nextCursor: null,
  },
});
const none = { body: { items: [], nextCursor: null } };
const show = (api: FakeRoutes, platform?: FakePlatform) =>
  renderScreen(<ProfileScreen />, { api: { 'GET /blocks': none, ...api }, ...(platform && { platform }) });

describe('the profile (spec 2, 9)', () => {
  it('everything done - 100 %, three check marks, no Complete Profile, stats of photos and ranges times 2', async () => {
    show({ 'GET /profile': profile(true), 'GET /availability': week(3), 'GET /photos': photos(2) });
    expect(await screen.findByText('100%')).toBeVisible();
    expect(screen.getAllByText('Complete')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Complete Profile' })).not.toBeInTheDocument();
    expect(screen.getByText('Hours/Week').nextSibling).toHaveTextContent('6');
    expect(screen.getAllByText('ann@campus.edu').length).toBeGreaterThan(0);
  });

  it('a week and photos without answers - 60 %, and Basic Info counts as complete all the same (quirk of spec 9)', async () => {
    show({ 'GET /availability': week(1), 'GET /photos': photos(1) });
    expect(await screen.findByText('60%')).toBeVisible();
    expect(screen.getAllByText('Complete')).toHaveLength(3);
  });

  it('below 100 % - Complete Profile opens the first incomplete item', async () => {
    const platform = fakePlatform();
    show({ 'GET /profile': profile(true), 'GET /photos': none }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Complete Profile' }));
    expect(platform.visited).toEqual([{ screen: 'availability', params: {} }]);
  });

  it('answers that matching needs - are named with a link to each', async () => {
    show({ 'GET /profile': profile(false, ['gender_identity']), 'GET /photos': none });
    expect(await screen.findByText('You cannot be matched yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'How do you describe your gender?' })).toHaveAttribute(
      'href',
      expect.stringContaining('gender_identity'),
    );
  });

  it('Sign Out - signs out this device only', async () => {
    const signOut = jest.fn(async () => ({ ok: true as const }));
    show({ 'GET /photos': none }, fakePlatform({ auth: { ...fakePlatform().auth, signOut } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(signOut).toHaveBeenCalledWith('local');
  });

  it('deletion - waits for the typed word, then erases and signs out', async () => {
    const signOut = jest.fn(async () => ({ ok: true as const }));
    const { api } = show(
      { 'GET /photos': none, 'DELETE /account': { status: 204 } },
      fakePlatform({ auth: { ...fakePlatform().auth, signOut } }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const erase = screen.getByRole('button', { name: 'Delete everything' });
    expect(erase).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await userEvent.click(erase);
    await waitFor(() => expect(signOut).toHaveBeenCalledWith('local'));
    expect(api.calls.some(({ method, path }) => method === 'DELETE' && path === '/account')).toBe(true);
  });

  it('a failing server - shows the reason with Try Again', async () => {
    show({ 'GET /profile': { status: 403, body: { code: 'forbidden', detail: 'x' } }, 'GET /photos': none });
    expect(await screen.findByText("You don't have permission to perform this action.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});
