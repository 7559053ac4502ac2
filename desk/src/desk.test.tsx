import { DESK_BASE, type DeskSession } from '@flint/contracts/desk';
import { undoHeld } from '@flint/remote-kit/data';
import { fakeApi, type FakeRoutes } from '@flint/remote-kit/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Desk } from './Desk';

const session: DeskSession = {
  operator: 'kim',
  stage: 'full',
  isEnrolled: true,
  until: '2026-03-06T20:00:00.000Z',
  idleMinutes: 30,
  others: ['lou'],
};

async function open(routes: FakeRoutes = {}) {
  undoHeld();
  const own = {
    'GET /session': { body: session },
    'GET /cases': { body: { items: [] } },
    'GET /log': { body: { items: [], count: 0, lastHash: null, problem: null, hasMore: false } },
    ...routes,
  };
  const api = fakeApi(
    Object.fromEntries(
      Object.entries(own).map(([key, answer]) => [key.replace(' ', ` ${DESK_BASE}`), answer]),
    ),
  );
  render(<Desk />);
  await screen.findByRole('heading', { name: 'Queue' });
  return { api, user: userEvent.setup() };
}

describe('signing out of the desk', () => {
  const signOut = 'DELETE /session';
  const refused = { code: 'session_over', detail: 'Your session is over.' };

  it.each<[string, FakeRoutes[string]]>([
    ['has ended the session', { status: 204 }],
    ['says that it was over', { status: 401, body: refused }],
  ])('when the server %s - leads to the sign-in page', async (_, answer) => {
    const { user } = await open({ [signOut]: answer });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('without an answer, or refused - stays at the desk and says so until the session ends', async () => {
    const { api, user } = await open();
    const lose = () => {
      throw new TypeError('no network');
    };
    const unable = { status: 503, body: { code: 'unavailable', detail: 'The database does not answer.' } };
    for (const [answer, why] of [
      [lose, 'The desk does not answer. Nothing was lost; try again.'],
      [unable, unable.body.detail],
    ] as const) {
      api.routes[`DELETE ${DESK_BASE}/session`] = answer;
      await user.click(screen.getByRole('button', { name: 'Sign out' }));
      expect(await screen.findByText(`You are still signed in. ${why}`)).toBeVisible();
      expect(screen.getByRole('heading', { name: 'Queue' })).toBeVisible();
    }
    api.routes[`GET ${DESK_BASE}/log`] = { status: 401, body: refused };
    await user.click(screen.getByRole('button', { name: 'Verified log' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
