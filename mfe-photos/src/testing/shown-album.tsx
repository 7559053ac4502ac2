import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, waitFor } from '@testing-library/react';
import { uploadPhoto } from '../upload/upload-photo';
import { useAlbum, type Album } from '../upload/use-album';
import type { album } from './album';

type Options = Parameters<typeof uploadPhoto>[1];

/** An upload that the test ends. */
interface Upload extends Options {
  readonly file: File;
  readonly end: (url: string) => Promise<void>;
  readonly fail: (why: Error) => Promise<void>;
}

export const picture = (name: string) => new File([name], name, { type: 'image/jpeg' });

/** Uploads that began. */
export const uploads: Upload[] = [];
/** Local addresses that were released. */
export const revoked: string[] = [];

/** An answer that the test gives. */
export function held(answer: ReturnType<typeof album>) {
  let give: () => void;
  const given = new Promise<typeof answer>((resolve) => (give = () => resolve(answer)));
  return { route: () => given, give: () => act(async () => give()) };
}

/** Shows the hook with these answers of the server. */
export async function show(
  routes: FakeRoutes,
  isLoaded = true,
  storage?: NonNullable<Parameters<typeof renderScreen>[1]>['storage'],
) {
  const shown: { album: Album } = { album: null! };
  function Probe() {
    const album = useAlbum();
    shown.album = album;
    return null;
  }
  const platform = fakePlatform();
  const view = renderScreen(<Probe />, { api: routes, platform, ...(storage && { storage }) });
  await waitFor(() => expect(shown.album.isLoading).toBe(!isLoaded));
  const look = () =>
    shown.album.items.map(({ preview, state, progress, message }) => [preview, state, progress, message]);
  const drafts = () => view.store.outbox.readKind('draft').map(([name]) => name);
  const posts = () => view.api.calls.filter(({ method }) => method === 'POST');
  return { ...view, platform, look, drafts, posts, album: () => shown.album };
}

/** Before each test of a file that mocks `upload-photo`: nothing is stored, and no upload has begun. */
export function startUploads(): void {
  uploads.length = 0;
  revoked.length = 0;
  let made = 0;
  Object.assign(URL, {
    createObjectURL: () => `blob:${(made += 1)}`,
    revokeObjectURL: (url: string) => void revoked.push(url),
  });
  jest.mocked(uploadPhoto).mockImplementation(
    (file, options) =>
      new Promise((resolve, reject) => {
        const end = async (url: string) => act(async () => resolve(url));
        const fail = async (why: Error) => act(async () => reject(why));
        uploads.push({ file, ...options, end, fail });
      }),
  );
}
