import { fakePlatform, renderScreen, type FakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { holdAct, undoHeld } from '@flint/remote-kit/data';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PhotosScreen } from './PhotosScreen';

const photo = (n: number) => ({
  id: String(n).padStart(24, '0'),
  url: `/storage/v1/photos/${n}`,
  displayUrl: `/p/${n}`,
  thumbnailUrl: `/t/${n}`,
  isPrimary: n === 1,
});
const album = (count: number) => ({
  body: { items: Array.from({ length: count }, (_, i) => photo(i + 1)), nextCursor: null },
});
const show = (api: FakeRoutes, platform?: FakePlatform) =>
  renderScreen(<PhotosScreen />, { api, ...(platform && { platform }) });
const pick = (file: File) =>
  fireEvent.change(screen.getByLabelText(/Add photo/), { target: { files: [file] } });
const fileOf = (bytes: number[], name: string, type: string, size?: number) => {
  const file = new File([new Uint8Array(bytes)], name, { type });
  const arrayBuffer = async () => new Uint8Array(bytes).buffer;
  Object.assign(file, { arrayBuffer, slice: () => ({ arrayBuffer }) });
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
  return file;
};

/** Bytes that look like a complete JPEG. */
const JPEG = [255, 216, 255, 0, 255, 217];
/** Fakes a browser that decodes pictures of that size. */
const decodes = (width: number, height: number) =>
  Object.assign(globalThis, {
    createImageBitmap: async ({ type }: Blob) => {
      if (type === 'image/heic') throw new Error('not read here');
      return { width, height, close: () => undefined };
    },
  });

/** Picks that file in an empty album; expects one notice with the reason, and no crop dialog. */
async function expectRefused(file: File, text: string | RegExp): Promise<void> {
  const platform = fakePlatform();
  show({ 'GET /photos': album(0) }, platform);
  await screen.findByLabelText(/Add photo/);
  pick(file);
  await waitFor(() =>
    expect(platform.notices).toEqual([{ text: expect.stringMatching(text), tone: 'failure' }]),
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
}

describe('Add Your Photos', () => {
  beforeEach(() => {
    localStorage.clear();
    decodes(600, 800);
  });
  // jsdom has no object URLs, and the crop dialog may open before the test ends
  beforeAll(() => Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));

  it('no photos - shows the empty album and 0/6, and Save is disabled', async () => {
    show({ 'GET /photos': album(0) });
    expect(await screen.findByText('No photos yet')).toBeVisible();
    expect(screen.getByText('0/6')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save 0 Photos' })).toBeDisabled();
    expect(screen.getByRole('heading', { name: 'Photo tips' })).toBeVisible();
  });

  const cards = () => within(screen.getByRole('list', { name: /^Your photos/ })).getAllByRole('listitem');
  const shown = () =>
    screen.getAllByRole('img', { name: /photo/i }).map((image) => image.getAttribute('src'));

  it('some photos - the first is the primary with its badge; the others can be made primary or removed', async () => {
    show({ 'GET /photos': album(3) });
    expect(await screen.findByRole('heading', { name: 'Primary Photo' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Additional Photos' })).toBeVisible();
    expect(within(cards()[0]!).getByText('Main')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Make Primary' })).toHaveLength(2);
    await userEvent.click(within(cards()[2]!).getByRole('button', { name: 'Make Primary' }));
    expect(shown()).toEqual(['/p/3', '/p/1', '/p/2']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Primary photo' }));
    expect(shown()).toEqual(['/p/1', '/p/2']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(shown()).toEqual(['/p/1']);
    expect(screen.getByText('1/6')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Move/ })).not.toBeInTheDocument();
  });

  it('the handle of a photo - moves it by arrows, Home and End, keeps the focus, and announces its position', async () => {
    show({ 'GET /photos': album(3) });
    (await screen.findByRole('button', { name: 'Move Photo 2' })).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(shown()).toEqual(['/p/1', '/p/3', '/p/2']);
    await userEvent.keyboard('{ArrowRight}');
    expect(shown()).toEqual(['/p/1', '/p/3', '/p/2']);
    await userEvent.keyboard('{Home}');
    expect(shown()).toEqual(['/p/2', '/p/1', '/p/3']);
    expect(screen.getByRole('button', { name: 'Move Primary photo' })).toHaveFocus();
    expect(screen.getByText('Moved to place 1 of 3, the primary photo.')).toBeInTheDocument();
    await userEvent.keyboard('{End}');
    expect(shown()).toEqual(['/p/1', '/p/3', '/p/2']);
  });

  it('six photos - hide the add control (spec 5)', async () => {
    show({ 'GET /photos': album(6) });
    expect(await screen.findByText('6/6')).toBeVisible();
    expect(screen.queryByLabelText(/Add photo/)).not.toBeInTheDocument();
  });

  it.each([
    ['a text file', fileOf([1, 2, 3], 'a.txt', 'text/plain'), 'Please select an image file'],
    [
      '11 MB',
      fileOf([255, 216, 255], 'a.jpg', 'image/jpeg', 11 * 1024 * 1024),
      'File size must be less than 10MB',
    ],
    [
      'a HEIC picture',
      fileOf([0, 0, 0, 24, 102, 116, 121, 112, 104, 101, 105, 99], 'a.heic', 'image/heic'),
      /HEIC/,
    ],
  ])('%s - is refused with a sentence', async (_case, file, text) => {
    await expectRefused(file, text);
  });

  it('Save - stores the order with the first as primary, on server and device, and opens the profile', async () => {
    const platform = fakePlatform();
    const { api } = show({ 'GET /photos': album(2), 'POST /photos': album(2) }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Save 2 Photos' }));
    await waitFor(() => expect(platform.visited).toEqual([{ screen: 'profile', params: {} }]));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      photos: [
        { url: '/storage/v1/photos/1', isPrimary: true },
        { url: '/storage/v1/photos/2', isPrimary: false },
      ],
    });
    expect(JSON.parse(localStorage.getItem('user_photos')!)).toEqual([
      '/storage/v1/photos/1',
      '/storage/v1/photos/2',
    ]);
  });

  it('a failed Save - shows the error word for word and stays on the screen', async () => {
    const platform = fakePlatform();
    show(
      { 'GET /photos': album(1), 'POST /photos': { status: 500, body: { code: 'internal', detail: 'x' } } },
      platform,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Save 1 Photo' }));
    await waitFor(() =>
      expect(platform.notices).toEqual([
        { text: 'Failed to save photos. Please try again.', tone: 'failure' },
      ]),
    );
    expect(platform.visited).toEqual([]);
  });

  it('a photo that the server refuses at Save - is marked with the reason, and the others stay', async () => {
    const errors = [{ pointer: '/photos/1/url', detail: 'This photo is not known.' }];
    show({
      'GET /photos': album(3),
      'POST /photos': { status: 422, body: { code: 'photo_unknown', detail: 'x', errors } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Save 3 Photos' }));
    expect(await within(cards()[1]!).findByText('This photo is not known.')).toBeVisible();
    expect(within(cards()[1]!).queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(cards().map((card) => card.dataset['state'])).toEqual(['ready', 'failed', 'ready']);
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
    unmount();
    show({ 'GET /photos': album(6) });
    await screen.findByText('6/6');
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: two } });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('an album that cannot be loaded - shows the reason with Try Again, and accepts no photo', async () => {
    show({ 'GET /photos': { status: 403, body: { code: 'forbidden', detail: 'x' } } });
    expect(await screen.findByText("You don't have permission to perform this action.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(screen.queryByLabelText(/Add photo/)).toBeNull();
    expect(screen.queryByText('No photos yet')).toBeNull();
  });

  it.each([
    [
      'that ends in the middle',
      fileOf([255, 216, 255, 217, 0, 0, 0, 0, 0, 0], 'a.jpg', 'image/jpeg'),
      600,
      /damaged or incomplete/,
    ],
    ['of 40 pixels', fileOf(JPEG, 'a.jpg', 'image/jpeg'), 40, /too small: 40 by 40 pixels/],
  ] as const)('a picture %s - is refused with a sentence', async (_case, file, size, text) => {
    decodes(size, size);
    await expectRefused(file, text);
  });

  it('several pictures with several problems - cause one notice', async () => {
    const platform = fakePlatform();
    show({ 'GET /photos': album(0) }, platform);
    await screen.findByLabelText(/Add photo/);
    const files = [fileOf([1], 'a.txt', 'text/plain'), fileOf(JPEG, 'b.jpg', 'image/jpeg', 11 * 1024 * 1024)];
    fireEvent.change(screen.getByLabelText(/Add photo/), { target: { files } });
    await waitFor(() => expect(platform.notices).toHaveLength(1));
    expect(platform.notices[0]!.text).toBe('Please select an image file\nFile size must be less than 10MB');
  });

  it('a removed photo - is back at its place after Undo', async () => {
    show({ 'GET /photos': album(3) });
    await screen.findByText('3/6');
    await userEvent.click(within(cards()[1]!).getByRole('button', { name: 'Remove' }));
    expect(shown()).toEqual(['/p/1', '/p/3']);
    act(() => undoHeld());
    expect(shown()).toEqual(['/p/1', '/p/2', '/p/3']);
  });

  it('the last photo - can be removed: the empty album is saved automatically when Undo expires', async () => {
    const platform = fakePlatform();
    const { api } = show({ 'GET /photos': album(1), 'POST /photos': album(0) }, platform);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Primary photo' }));
    expect(api.calls.every(({ method }) => method === 'GET')).toBe(true);
    act(() => holdAct({ key: 'next', text: 'the one before is sent' }));
    await waitFor(() =>
      expect(platform.notices).toEqual([{ text: 'Your last photo is removed.', tone: 'success' }]),
    );
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ photos: [] });
  });

  it('an unsaved album - survives leaving the screen, a crash and a reload; once saved, it leaves no draft', async () => {
    const first = show({ 'GET /photos': album(3) });
    await screen.findByText('3/6');
    await userEvent.click(within(cards()[2]!).getByRole('button', { name: 'Make Primary' }));
    await userEvent.click(within(cards()[1]!).getByRole('button', { name: 'Remove' }));
    first.unmount();
    const platform = fakePlatform();
    show({ 'GET /photos': album(3), 'POST /photos': album(2) }, platform);
    await screen.findByText('2/6');
    expect(shown()).toEqual(['/p/3', '/p/2']);
    expect(platform.unsaved.get('photos')).toBe('your photos');
    await userEvent.click(screen.getByRole('button', { name: 'Save 2 Photos' }));
    await waitFor(() => expect(platform.visited).toHaveLength(1));
    expect(Object.keys(localStorage)).toEqual(['user_photos']);
    expect(platform.unsaved.size).toBe(0);
  });

  it('Skip for now - opens the profile; offline - shows a notice', async () => {
    const platform = fakePlatform({ online: false });
    show({ 'GET /photos': album(0) }, platform);
    expect(await screen.findByText(/You are offline/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Skip for now' }));
    expect(platform.visited).toEqual([{ screen: 'profile', params: {} }]);
  });
});
