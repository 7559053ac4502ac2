import { sendHeld } from '@flint/remote-kit/data';
import { fakePlatform, renderScreen, type FakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PhotosScreen } from '../PhotosScreen';
import { album } from '../testing/album';

const show = (api: FakeRoutes, platform?: FakePlatform) =>
  renderScreen(<PhotosScreen />, { api, ...(platform && { platform }) });

/** Removes the only photo, and lets the time to undo that end. */
async function removeLast() {
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Primary photo' }));
  await screen.findByText('0/6');
  await act(async () => sendHeld());
}

describe('Remove of the last photo', () => {
  it('without a connection - is sent later by itself, and leaves nothing unsaved', async () => {
    const routes: FakeRoutes = { 'GET /photos': album(1), 'POST /photos': { status: 503, body: {} } };
    const platform = fakePlatform();
    const first = show(routes, platform);
    await removeLast();
    await waitFor(() =>
      expect(platform.notices).toEqual([
        { text: 'Your last photo is removed once the connection is back.', tone: 'info' },
      ]),
    );
    expect(screen.getByText('0/6')).toBeVisible();
    expect(platform.unsaved.get('outbox:album')).toBe('your photos');
    // also after a reload
    first.unmount();
    const { store, api, platform: next } = show({ ...routes, 'POST /photos': album(0) });
    await waitFor(() =>
      expect(api.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ photos: [] }),
    );
    await waitFor(() => expect(store.outbox.readKind('draft')).toEqual([]));
    expect(next.unsaved.size).toBe(0);
  });

  it.each([
    ['', 0],
    [', and the connection fails', 1],
  ])('while another device adds one%s - shows that one, and leaves nothing unsaved', async (_, failures) => {
    const other = { body: { ...album(0).body, items: album(2).body.items.slice(1) } };
    const bodies: unknown[] = [];
    const { api, platform, store } = show({
      'GET /photos': album(1),
      'POST /photos': ({ body }) => {
        bodies.push(body);
        return bodies.length > failures ? other : { status: 503, body: {} };
      },
    });
    await screen.findByText('1/6');
    api.routes['GET /photos'] = other;
    await removeLast();
    if (failures > 0) act(() => store.outbox.wake());
    const image = await screen.findByRole('img', { name: 'Primary photo' });
    expect(image).toHaveAttribute('src', '/p/2');
    expect(platform.notices.at(-1)?.text).toBe('Your photos were changed on another device, too');
    expect(platform.notices.map(({ text }) => text)).not.toContain('Your last photo is removed.');
    await waitFor(() => expect(store.outbox.readKind('draft')).toEqual([]));
    expect(bodies).toHaveLength(failures + 1);
  });

  it('refused - shows it again, with the reason to try again', async () => {
    const platform = fakePlatform();
    const refused = { status: 403, body: { code: 'forbidden', detail: 'x' } };
    const { store } = show({ 'GET /photos': album(1), 'POST /photos': refused }, platform);
    await removeLast();
    await waitFor(() => expect(platform.notices[0]?.text).toBe('Failed to save photos. Please try again.'));
    expect(await screen.findByText('1/6')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove Primary photo' })).toBeVisible();
    expect(store.outbox.readKind('draft')).toEqual([]);
    expect(store.outbox.isUnsaved()).toBe(false);
  });
});
