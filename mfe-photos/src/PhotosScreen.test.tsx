import {
  answerMedia,
  fakePlatform,
  renderScreen,
  type FakePlatform,
  type FakeRoutes,
} from '@flint/remote-kit/testing';
import { sendHeld, undoHeld } from '@flint/remote-kit/data';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PhotosScreen } from './PhotosScreen';
import { album, urlOf } from './testing/album';

const show = (api: FakeRoutes, platform?: FakePlatform) =>
  renderScreen(<PhotosScreen />, { api, ...(platform && { platform }) });
const fileOf = (bytes: number[], name: string, type: string, size?: number) => {
  const file = new File([new Uint8Array(bytes)], name, { type });
  const arrayBuffer = async () => new Uint8Array(bytes).buffer;
  Object.assign(file, { arrayBuffer, slice: () => ({ arrayBuffer }) });
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
  return file;
};

/** Bytes that look like a complete JPEG. */
const JPEG = [255, 216, 255, 0, 255, 217];
describe('Add Your Photos', () => {
  beforeEach(() => {
    const createImageBitmap = async () => ({ width: 600, height: 800, close: () => undefined });
    Object.assign(globalThis, { createImageBitmap });
  });
  // jsdom has no object URLs, and the crop dialog may open before the test ends
  beforeAll(() => Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));

  const cards = () => within(screen.getByRole('list', { name: /^Your photos/ })).getAllByRole('listitem');
  const foot = () =>
    screen.getAllByRole('button', { name: /^(Skip|Save)/ }).map(({ textContent }) => textContent);
  const shown = () =>
    screen.getAllByRole('img', { name: /photo/i }).map((image) => image.getAttribute('src'));

  it('the handle of a photo - moves it by arrows, Home and End, keeps the focus, and announces its position', async () => {
    show({ 'GET /photos': album(3) });
    (await screen.findByRole('button', { name: 'Move Photo 2' })).focus();
    const steps = ['ArrowRight 132', 'ArrowRight 132', 'ArrowUp 123', 'Home 213', 'ArrowDown 123', 'End 132'];
    for (const [key, order] of steps.map((step) => step.split(' '))) {
      await userEvent.keyboard(`{${key}}`);
      expect(shown()).toEqual([...order!].map((n) => `/p/${n}`));
      if (key === 'Home')
        expect(screen.getByText('Moved to place 1 of 3, the primary photo.')).toBeInTheDocument();
    }
    expect(screen.getByText('Moved to place 3 of 3.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Move Photo 3' })).toHaveFocus();
  });

  it('Make Primary - gives the focus to the handle of its photo, and announces its position', async () => {
    show({ 'GET /photos': album(3) });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Make Primary' }))[1]!);
    expect(shown()).toEqual(['/p/3', '/p/1', '/p/2']);
    expect(screen.getByRole('button', { name: 'Move Primary photo' })).toHaveFocus();
    expect(screen.getByText('Moved to place 1 of 3, the primary photo.')).toBeInTheDocument();
  });

  it.each([
    [0, []],
    [1, ['Primary photo']],
    [2, ['Primary photo', 'Photo 2']],
    [6, ['Primary photo', ...[2, 3, 4, 5, 6].map((n) => `Photo ${n}`)]],
  ])(
    'an album of %s - has the controls of each photo, and those to add and save (spec 2)',
    async (count, names) => {
      show({ 'GET /photos': album(count) });
      await screen.findByText(`${count}/6`);
      if (count > 0) await screen.findByRole('button', { name: 'Remove Primary photo' });
      const labels = screen
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label') ?? each.textContent);
      const own = names.flatMap((name, at) => [
        at === 0 ? 'Remove Primary photo' : 'Remove',
        ...(count > 1 ? [`Move ${name}`] : []),
        ...(at === 0 ? [] : ['Make Primary']),
      ]);
      expect(labels.filter((label) => /^(Remove|Move|Make)/.test(label!))).toEqual(own);
      expect(screen.getByText('Photo tips')).toBeVisible();
      expect(screen.queryByText('Primary Photo') !== null).toBe(count > 0);
      expect(screen.queryByText('Drag to reorder') !== null).toBe(count > 1);
      expect(screen.queryAllByText('Main')).toHaveLength(count > 0 ? 1 : 0);
      expect(screen.queryByLabelText(/Add photo/) !== null).toBe(count < 6);
      expect(screen.queryByText('or drop pictures here') !== null).toBe(count < 6);
      const save = screen.getByRole('button', {
        name: count === 1 ? 'Save 1 Photo' : `Save ${count} Photos`,
      });
      expect(save.hasAttribute('disabled')).toBe(count === 0);
    },
  );

  it('a photo that the server refuses at Save - is marked with the reason and cannot be moved, and the others stay', async () => {
    const errors = [{ pointer: '/photos/1/url', detail: 'This photo is not known.' }];
    const { platform } = show({
      'GET /photos': album(3),
      'POST /photos': { status: 422, body: { code: 'photo_unknown', detail: 'x', errors } },
    });
    await screen.findByText('3/6');
    await userEvent.click(within(cards()[2]!).getByRole('button', { name: 'Make Primary' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save 3 Photos' }));
    expect(await within(cards()[1]!).findByText('This photo is not known.')).toBeVisible();
    const ofRefused = within(cards()[1]!).getAllByRole('button');
    expect(ofRefused.map(({ textContent }) => textContent)).toEqual(['Remove', 'Make Primary']);
    expect(cards().map((card) => card.dataset['state'])).toEqual(['ready', 'failed', 'ready']);
    expect(platform.notices).toEqual([{ text: 'Failed to save photos. Please try again.', tone: 'failure' }]);
  });

  it('more pictures than there is room for - are added up to the limit, with a notice; a drop on a full album does nothing', async () => {
    const platform = fakePlatform();
    const { unmount } = show({ 'GET /photos': album(5) }, platform);
    await screen.findByText('5/6');
    await screen.findByLabelText(/Add photo/);
    const two = [1, 2].map((n) => fileOf(JPEG, `${n}.jpg`, 'image/jpeg'));
    fireEvent.change(screen.getByLabelText(/Add photo/), { target: { files: two } });
    await waitFor(() =>
      expect(platform.notices).toEqual([
        { text: 'A profile holds 6 photos, so only one more was taken.', tone: 'failure' },
      ]),
    );
    expect(await screen.findByRole('dialog', { name: 'Crop Your Photo' })).toBeVisible();
    expect(screen.queryByText(/\bof 2/)).toBeNull();
    unmount();
    show({ 'GET /photos': album(6) });
    await screen.findByText('6/6');
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: two } });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('two pictures at once - are cropped one after the other, in the order of the choice', async () => {
    const created = jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    show({ 'GET /photos': album(1) });
    const two = ['b', 'a'].map((name) => fileOf(JPEG, `${name}.jpg`, 'image/jpeg'));
    fireEvent.change(await screen.findByLabelText(/Add photo/), { target: { files: two } });
    for (const [place, name] of [
      ['1 of 2', 'b.jpg'],
      ['2 of 2', 'a.jpg'],
    ] as const) {
      expect(await screen.findByText(place)).toBeVisible();
      expect(created.mock.lastCall![0]).toMatchObject({ name });
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    }
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [0, 'Photo tips', 'Your card begins with your first answer.'],
    [1, 'Your card begins with your first answer.', null],
  ])('%i photos in a wide window - have beside them: %s', async (count, shown, hidden) => {
    const narrow = answerMedia(() => true);
    show({ 'GET /photos': album(count) });
    expect(await screen.findByText(`${count}/6`)).toBeVisible();
    expect(await screen.findByText(shown)).toBeVisible();
    if (hidden) expect(screen.queryByText(hidden)).toBeNull();
    narrow();
  });

  it.each([
    [500, 'Server error. Please try again later.'],
    [403, "You don't have permission to perform this action."],
  ])(
    'an album that cannot be loaded, %i - shows the reason and a way on, and accepts no photo',
    async (status, reason) => {
      show({ 'GET /photos': { status, body: { code: 'x', detail: 'x' } } });
      expect(await screen.findByText(reason)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
      expect(screen.queryByLabelText(/Add photo/)).toBeNull();
      expect(screen.queryByText('0/6')).toBeNull();
      expect(foot()).toEqual(['Skip for now']);
    },
  );

  it.each([
    ['while it loads', true, () => new Promise<never>(() => undefined), ['Skip for now', 'Save 0 Photos']],
    ['without a connection', false, () => Promise.reject(new TypeError('x')), ['Skip for now']],
  ])('an unknown album, %s - can be left, and not saved', async (_, online, answer, names) => {
    show({ 'GET /photos': answer }, fakePlatform({ online }));
    await waitFor(() => expect(foot()).toEqual(names));
    expect(screen.queryAllByText(/^0\/6$|^Unable to Load Photos$/)).toEqual([]);
    const save = screen.queryByRole('button', { name: /^Save/ });
    expect(save?.hasAttribute('disabled') ?? true).toBe(true);
    expect(screen.queryAllByText(/^You are offline\. Photos you add/)).toHaveLength(online ? 0 : 1);
  });

  it('Remove - undone - changes nothing; of the last photo - saves an empty album', async () => {
    const platform = fakePlatform();
    const { api } = show({ 'GET /photos': album(1), 'POST /photos': album(0) }, platform);
    await screen.findByText('1/6');
    const remove = () => userEvent.click(screen.getByRole('button', { name: 'Remove Primary photo' }));
    await remove();
    await screen.findByText('0/6');
    act(() => undoHeld());
    await screen.findByText('1/6');
    await remove();
    await screen.findByText('0/6');
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await act(async () => sendHeld());
    await waitFor(() => expect(platform.notices[0]?.text).toBe('Your last photo is removed.'));
    expect(api.calls.find(({ method }) => method === 'POST')!.body).toMatchObject({ photos: [] });
  });

  it('an unsaved album - survives leaving the screen, a crash and a reload; once saved, it leaves no draft', async () => {
    const first = show({ 'GET /photos': album(3) });
    await screen.findByText('3/6');
    await userEvent.click(within(cards()[2]!).getByRole('button', { name: 'Make Primary' }));
    await userEvent.click(within(cards()[1]!).getByRole('button', { name: 'Remove' }));
    first.unmount();
    // its five seconds end on another screen
    await act(async () => sendHeld());
    const platform = fakePlatform();
    const { store, api } = show({ 'GET /photos': album(3), 'POST /photos': album(2) }, platform);
    await screen.findByText('2/6');
    expect(shown()).toEqual(['/p/3', '/p/2']);
    expect(platform.unsaved.get('outbox:album')).toBe('your photos');
    await userEvent.click(screen.getByRole('button', { name: 'Save 2 Photos' }));
    await waitFor(() => expect(platform.visited).toHaveLength(1));
    expect(localStorage.getItem('user_photos')).toBe('["/storage/v1/photos/1","/storage/v1/photos/2"]');
    expect(store.outbox.isUnsaved()).toBe(false);
    expect(store.outbox.readKind('draft')).toEqual([]);
    expect(platform.unsaved.size).toBe(0);
    const { body } = api.calls.find(({ method }) => method === 'POST')!;
    expect(body).toEqual({
      photos: [3, 2].map((n) => ({ url: urlOf(n), isPrimary: n === 3 })),
      madeFrom: [1, 2, 3].map(urlOf),
    });
  });

  it('Remove - in a page that closes before it is sent - removed nothing', async () => {
    const first = show({ 'GET /photos': album(1) });
    await screen.findByText('1/6');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Primary photo' }));
    await screen.findByText('0/6');
    first.unmount();
    const { store } = show({ 'GET /photos': album(1) });
    await screen.findByText('1/6');
    expect(store.outbox.readKind('draft')).toEqual([]);
  });

  it('an album that another device changed so that both do not fit - shows both, and the chosen one is saved', async () => {
    const bodies: unknown[] = [];
    const platform = fakePlatform();
    const changed = {
      code: 'album_changed',
      detail: 'x',
      // the primary photo of this device is deleted for good
      photos: album(4).body.items.filter(({ url }) => url !== urlOf(3)),
    };
    const theirs = { body: { items: changed.photos, nextCursor: null } };
    show(
      {
        'GET /photos': () => (bodies.length === 0 ? album(3) : theirs),
        'POST /photos': ({ body }) => {
          bodies.push(body);
          return bodies.length === 1 ? { status: 409, body: changed } : album(2);
        },
      },
      platform,
    );
    await screen.findByText('3/6');
    await userEvent.click(within(cards()[2]!).getByRole('button', { name: 'Make Primary' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save 3 Photos' }));
    const title = 'Your photos were changed on another device, too';
    const notice = within(await screen.findByRole('region', { name: title }));
    const side = (name: string) => notice.getByText(name).nextElementSibling as HTMLElement;
    const pictures = (name: string) =>
      within(side(name))
        .queryAllByRole('img')
        .map((image) => `${image.getAttribute('alt')} ${image.getAttribute('src')}`);
    expect(side('On this device')).toHaveTextContent('2 photos');
    expect(side('Saved on another device')).toHaveTextContent('3 photos');
    expect(screen.getByRole('region', { name: title })).toHaveFocus();
    const kept = ['Primary photo /p/1', 'Photo 2 /p/2'];
    await waitFor(() => expect(pictures('Saved on another device')).toEqual([...kept, 'Photo 3 /p/4']));
    expect(pictures('On this device')).toEqual(kept);
    expect(platform.visited).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    const photos = [1, 2].map((n) => ({ url: urlOf(n), isPrimary: n === 1 }));
    expect(bodies[1]).toMatchObject({ photos, madeFrom: [1, 2, 4].map(urlOf) });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull());
    expect(platform.notices).toEqual([]);
  });
});
