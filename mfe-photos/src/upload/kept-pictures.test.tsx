import { PlatformProvider } from '@flint/remote-kit';
import { DataProvider, type DataStore } from '@flint/remote-kit/data';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PhotosScreen } from '../PhotosScreen';
import { album, urlOf } from '../testing/album';

// jsdom decodes no picture that could be checked and cropped
jest.mock('./pick-files', () => ({
  checkFiles: async (accepted: readonly File[]) => ({ accepted, problems: [] }),
}));
jest.mock('../crop/CropDialog', () => ({
  CropDialog: ({ file, onCropped }: { readonly file: File; readonly onCropped: (file: File) => void }) => (
    <button onClick={() => onCropped(file)}>Crop {file.name}</button>
  ),
}));

const picture = new File([new Uint8Array([255, 216, 255, 217])], 'q.jpg', { type: 'image/jpeg' });

/** Shows the screen to a student whose device kept drafts. */
async function show(api: FakeRoutes, drafts: Readonly<Record<string, unknown>>) {
  // the test's storage keeps no files, so that the store of another screen has them
  const { store, unmount, api: called } = renderScreen(<p />, { api });
  await act(async () => {
    for (const [name, value] of Object.entries(drafts)) void store.outbox.keep('draft', name, value);
  });
  unmount();
  const platform = fakePlatform();
  const shown = render(
    <PlatformProvider value={platform}>
      <DataProvider store={store}>
        <PhotosScreen />
      </DataProvider>
    </PlatformProvider>,
  );
  const uploads = () => called.calls.filter(({ path }) => path === '/photos/upload-url').length;
  return { platform, store, uploads, unmount: shown.unmount };
}
const namesIn = (store: DataStore) => store.outbox.readKind('draft').map(([name]) => name);

describe('pictures that this device keeps', () => {
  let revoked: string[];
  beforeEach(() => {
    revoked = [];
    const revokeObjectURL = (url: string) => revoked.push(url);
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL });
  });

  it('those that are in neither of two albums - are dropped with the choice, and those of another tab stay', async () => {
    const photos = album(2).body.items.toReversed();
    const changed = { code: 'album_changed', detail: 'x', photos };
    let list = album(2);
    const { store, uploads } = await show(
      {
        'GET /photos': () => list,
        'POST /photos': () => {
          list = { body: { items: photos, nextCursor: null } };
          return { status: 409, body: changed };
        },
      },
      {
        photos: { madeFrom: [urlOf(1)], items: [{ id: 'q', url: urlOf(9) }] },
        'picture:q': picture,
      },
    );
    await screen.findByText('1/6');
    await act(async () => void store.outbox.keep('draft', 'picture:other', picture));
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 Photo' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use the other' }));
    await screen.findByText('2/6');
    await waitFor(() => expect(namesIn(store)).toEqual(['picture:other']));
    // the server has it already
    expect(uploads()).toBe(0);
  });

  it('the first of two added before the album arrives - is cropped first and counted, unlike an empty album that is not known yet', async () => {
    await show({ 'GET /photos': () => new Promise<never>(() => undefined) }, {});
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save 0 Photos' })).toBeDisabled());
    expect(screen.queryByText('0/6')).toBeNull();
    const files = [picture, new File(['x'], 'r.jpg', { type: 'image/jpeg' })];
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } });
    await userEvent.click(await screen.findByRole('button', { name: 'Crop q.jpg' }));
    expect(await screen.findByText('1/6')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Crop r.jpg' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save 1 Photo' })).toBeDisabled();
  });

  it('those of another tab, which saved its album - are added to it, as unsaved', async () => {
    const { store } = await show({ 'GET /photos': album(1) }, { 'picture:q': picture });
    await screen.findByText('2/6');
    await waitFor(() => expect(namesIn(store).toSorted()).toEqual(['photos', 'picture:q']));
  });

  it('one that was saved, but its page was closed before the answer - is shown once, and neither kept nor uploaded again', async () => {
    const { store, uploads } = await show(
      { 'GET /photos': album(2) },
      {
        photos: { madeFrom: [urlOf(1)], items: [1, 2].map((n) => ({ id: `q${n}`, url: urlOf(n) })) },
        'picture:q2': picture,
      },
    );
    await screen.findByText('2/6');
    await waitFor(() => expect(namesIn(store)).toEqual([]));
    expect(uploads()).toBe(0);
  });

  it('those that find no room - are dropped, with a sentence', async () => {
    const { store, platform } = await show({ 'GET /photos': album(6) }, { 'picture:q': picture });
    await screen.findByText('6/6');
    await waitFor(() => expect(namesIn(store)).not.toContain('picture:q'));
    expect(revoked).toEqual(['blob:x']);
    expect(platform.notices).toEqual([
      {
        text: 'A profile holds 6 photos, so what you had added beyond them was not kept.',
        tone: 'failure',
      },
    ]);
  });

  it('the first one of an empty album - while it uploads - is still in the unsaved album', async () => {
    const { store, platform, uploads, unmount } = await show(
      { 'GET /photos': album(0), 'POST /photos/upload-url': { status: 503, body: {} } },
      { photos: { madeFrom: [], items: [{ id: 'q', url: null }] }, 'picture:q': picture },
    );
    await screen.findByText('1/6');
    await screen.findByRole('button', { name: 'Try Again' });
    expect(uploads()).toBeGreaterThan(0);
    expect(namesIn(store)).toEqual(['photos', 'picture:q']);
    expect([platform.notices, revoked]).toEqual([[], []]);
    unmount();
    expect(revoked).toEqual(['blob:x']);
  });
});
