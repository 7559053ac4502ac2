import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BlockedPeople } from './BlockedPeople';

const BEN = {
  userId: '11111111-1111-4111-8111-111111111111',
  name: 'Ben',
  createdAt: '2026-11-20T12:00:00Z',
};
const CY = { userId: '22222222-2222-4222-8222-222222222222', name: 'Cy', createdAt: '2026-11-21T12:00:00Z' };
const LIST: FakeRoutes = {
  'GET /blocks': { body: { items: [BEN, CY], nextCursor: null } },
  [`DELETE /blocks/${CY.userId}`]: { status: 204 },
};
const show = (api: FakeRoutes) => renderScreen(<BlockedPeople />, { api, platform: fakePlatform() });

describe('blocked people', () => {
  it('each - is listed with the day, and can be unblocked in its row', async () => {
    let items = [BEN, CY];
    const { api, platform } = show({
      'GET /blocks': () => ({ body: { items, nextCursor: null } }),
      [`DELETE /blocks/${CY.userId}`]: () => {
        items = [BEN];
        return { status: 204 };
      },
    });
    const since = await screen.findAllByText(/^Since/);
    expect(since.map(({ textContent }) => textContent)).toEqual(['Since Nov 20, 2026', 'Since Nov 21, 2026']);
    await userEvent.click(screen.getByRole('button', { name: 'Unblock Cy' }));
    await waitFor(() => expect(platform.notices[0]?.text).toBe('Cy is no longer blocked.'));
    expect(api.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/blocks/${CY.userId}`,
    ]);
    await waitFor(() => expect(screen.queryByText('Cy')).toBeNull());
    expect(screen.getByText('Ben')).toBeVisible();
  });

  it('nobody - is said, with where to block somebody', async () => {
    show({ 'GET /blocks': { body: { items: [], nextCursor: null } } });
    expect(await screen.findByRole('heading', { name: 'You have blocked nobody' })).toBeVisible();
    expect(screen.queryByText(/They are not told/)).toBeNull();
  });

  it('a list that cannot be loaded - shows the reason, and loads it again', async () => {
    const routes: FakeRoutes = { 'GET /blocks': { status: 403, body: { code: 'forbidden', detail: 'x' } } };
    show(routes);
    expect(await screen.findByText("You don't have permission to perform this action.")).toBeVisible();
    Object.assign(routes, LIST);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Unblock Ben' })).toBeVisible();
  });
});
