import { PlatformProvider } from '@flint/remote-kit';
import { DataProvider, type DataStore } from '@flint/remote-kit/data';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, render, screen } from '@testing-library/react';
import { PhotosScreen } from '../PhotosScreen';

const urlOf = (n: number) => `/storage/v1/photos/${n}`;
const photo = (n: number) => ({
  id: String(n).padStart(24, '0'),
  url: urlOf(n),
  displayUrl: `/p/${n}`,
  thumbnailUrl: `/t/${n}`,
  isPrimary: n === 1,
});
const album = (count: number) => ({
  body: { items: Array.from({ length: count }, (_, i) => photo(i + 1)), nextCursor: null },
});
const picture = new File([new Uint8Array([255, 216, 255, 217])], 'q.jpg', { type: 'image/jpeg' });

/** Shows the screen to a student whose device kept drafts. */
async function show(api: FakeRoutes, drafts: Readonly<Record<string, unknown>>) {
  // the test's storage keeps no files, so that the store of another screen has them
  const { store, unmount } = renderScreen(<p />, { api });
  await act(async () => {
    for (const [name, value] of Object.entries(drafts)) void store.outbox.keep('draft', name, value);
  });
  unmount();
  const platform = fakePlatform();
  render(
    <PlatformProvider value={platform}>
      <DataProvider store={store}>
        <PhotosScreen />
      </DataProvider>
    </PlatformProvider>,
  );
  return { platform, store };
}
const namesIn = (store: DataStore) => store.outbox.readKind('draft').map(([name]) => name);

describe('pictures that this device keeps', () => {
  beforeEach(() => localStorage.clear());
  beforeAll(() => Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));

  it('the first one of an empty album - while it uploads - is still in the unsaved album', async () => {
    const { store } = await show(
      { 'GET /photos': album(0), 'POST /photos/upload-url': { status: 503, body: {} } },
      { photos: { madeFrom: [], items: [{ id: 'q', url: null }] }, 'picture:q': picture },
    );
    await screen.findByText('1/6');
    await screen.findByRole('button', { name: 'Try again' });
    expect(namesIn(store)).toEqual(['photos', 'picture:q']);
  });
});
