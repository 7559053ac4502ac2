import { EMPTY, sendHeld } from '@flint/remote-kit/data';
import { act, waitFor } from '@testing-library/react';
import { album, urlOf } from '../testing/album';
import { held, picture, revoked, show, startUploads, uploads } from '../testing/shown-album';

jest.mock('./upload-photo', () => ({ uploadPhoto: jest.fn() }));

beforeEach(startUploads);

describe('an album that arrives late', () => {
  it('comes before a picture that was added meanwhile', async () => {
    const { route, give } = held(album(2));
    const view = await show({ 'GET /photos': route }, false);
    await act(async () => view.album().add(picture('a.jpg')));
    // a reload now finds the picture, which is added to the album
    expect(view.drafts()).toEqual([expect.stringMatching(/^picture:/)]);
    await give();
    expect(view.look().map(([preview]) => preview)).toEqual(['/p/1', '/p/2', 'blob:1']);
    expect(view.drafts()).toContain('photos');
  });

  it.each([
    ['slow', false, ['/p/2']],
    ['broken', true, ['/p/1', '/p/2']],
  ])('but before the storage of the device, %s - waits for it', async (_how, isBroken, shown) => {
    const items = [{ id: 's2', url: urlOf(2) }];
    const kept = { ...EMPTY, base: { madeFrom: [1, 2].map(urlOf), items } };
    let read = () => undefined as void;
    const known = new Promise<ReadonlyMap<string, typeof kept>>((resolve, reject) => {
      read = () => (isBroken ? reject(new Error('late')) : resolve(new Map([['draft/photos', kept]])));
    });
    const view = await show({ 'GET /photos': album(2) }, false, {
      readAll: () => known,
      update: async (name, change) => change(name === 'draft/photos' && !isBroken ? kept : EMPTY),
    });
    await waitFor(() => expect(view.album().list.data).toBeDefined());
    expect([view.album().isLoading, view.look()]).toEqual([true, []]);
    await act(async () => read());
    await waitFor(() => expect(view.album().isLoading).toBe(false));
    expect(view.look().map(([preview]) => preview)).toEqual(shown);
  });

  it('is shown as the device kept it, which says so later still, and then the picture that was added meanwhile', async () => {
    const { route, give } = held(album(2));
    const view = await show({ 'GET /photos': route }, false);
    const items = [{ id: 's2', url: urlOf(2) }];
    await act(async () => void view.store.outbox.keep('draft', 'photos', { madeFrom: [urlOf(1)], items }));
    await act(async () => view.album().add(picture('a.jpg')));
    await give();
    expect(view.look().map(([preview]) => preview)).toEqual(['/p/2', 'blob:1']);
  });

  it('with six photos - leaves no room for a picture that was added meanwhile, which a notice says', async () => {
    const { route, give } = held(album(6));
    const view = await show({ 'GET /photos': route }, false);
    await act(async () => view.album().add(picture('a.jpg')));
    await give();
    expect(view.look()).toHaveLength(6);
    expect([uploads[0]!.signal.aborted, revoked]).toEqual([true, ['blob:1']]);
    const text = 'A profile holds 6 photos, so what you had added beyond them was not kept.';
    expect(view.platform.notices).toEqual([{ text, tone: 'failure' }]);
    await waitFor(() => expect(view.drafts()).toEqual([]));
  });

  it('after a picture was added and removed - is shown, and nothing was saved', async () => {
    const { route, give } = held(album(2));
    const view = await show({ 'GET /photos': route }, false);
    await act(async () => view.album().add(picture('a.jpg')));
    await act(async () => view.album().remove(view.album().items[0]!.id));
    await act(async () => void (await sendHeld()));
    await give();
    expect(view.look()).toHaveLength(2);
    await waitFor(() => expect(view.drafts()).toEqual([]));
    expect([view.posts(), view.platform.notices]).toEqual([[], []]);
  });
});

/** The server’s album of these photos, whose pictures have new addresses. */
const listOf = (...ids: number[]) => {
  const items = ids.map((n) => ({ ...album(6).body.items[n - 1]!, displayUrl: `/new/${n}` }));
  return { body: { ...album(0).body, items } };
};

describe('a list that comes after the first one, the album', () => {
  const start = async (isMoved: boolean) => {
    const view = await show({ 'GET /photos': album(2) });
    if (isMoved) await act(async () => view.album().move('s2', 0));
    const shown = () => view.look().map(([preview]) => preview);
    const read = async (...ids: number[]) => {
      view.api.routes['GET /photos'] = listOf(...ids);
      await act(async () => void dispatchEvent(new Event('online')));
    };
    return { view, shown, read };
  };
  const madeFrom = ({ store }: Awaited<ReturnType<typeof show>>) =>
    store.outbox.read<{ madeFrom: string[] }>('draft', 'photos').base?.madeFrom;

  it('unchanged - is shown, and the next change is made from it', async () => {
    const { view, shown, read } = await start(false);
    await read(3, 1);
    await waitFor(() => expect(shown()).toEqual(['/new/3', '/new/1']));
    await act(async () => view.album().move('s1', 0));
    expect(madeFrom(view)).toEqual([3, 1].map(urlOf));
  });

  it('changed here - only gives its photos new addresses', async () => {
    const { view, shown, read } = await start(true);
    await read(3, 1);
    await waitFor(() => expect(shown()).toEqual(['/p/2', '/new/1']));
    expect(madeFrom(view)).toEqual([1, 2].map(urlOf));
  });

  it('saved before - is shown', async () => {
    const { view, shown, read } = await start(true);
    view.api.routes['POST /photos'] = listOf(2, 1);
    await act(async () => expect(await view.album().save()).toBe('stored'));
    expect(shown()).toEqual(['/new/2', '/new/1']);
    await read(3, 1);
    await waitFor(() => expect(shown()).toEqual(['/new/3', '/new/1']));
  });

  it('saved with a photo of another device, and changed again before it came - keeps that change, which is not made from the photo', async () => {
    const { view, shown } = await start(true);
    const { route, give } = held(listOf(2, 1, 3));
    Object.assign(view.api.routes, { 'GET /photos': route, 'POST /photos': listOf(2, 1, 3) });
    await act(async () => void view.album().save());
    await waitFor(() => expect(view.platform.notices).toHaveLength(1));
    await act(async () => view.album().move('s1', 0));
    await give();
    expect(shown()).toEqual(['/new/1', '/new/2']);
    // or its save would delete the photo
    expect(madeFrom(view)).toEqual([2, 1].map(urlOf));
  });
});
