import { heldAct, sendHeld, undoHeld } from '@flint/remote-kit/data';
import { act, waitFor } from '@testing-library/react';
import { album, urlOf } from '../testing/album';
import { held, picture, revoked, show, startUploads, uploads } from '../testing/shown-album';
import { UploadFailure } from './upload-failure';

jest.mock('./upload-photo', () => ({ uploadPhoto: jest.fn() }));

beforeEach(startUploads);

describe('a picture that is added', () => {
  it('uploads by itself, with its progress, and is then ready to be saved', async () => {
    const view = await show({ 'GET /photos': album(1) });
    await act(async () => view.album().add(picture('a.jpg')));
    expect(view.look()).toEqual([
      ['/p/1', 'ready', 1, null],
      ['blob:1', 'uploading', 0, null],
    ]);
    expect([view.album().isUploading, view.album().hasFailed]).toEqual([true, false]);
    expect(view.drafts()).toEqual(expect.arrayContaining([expect.stringMatching(/^picture:/), 'photos']));
    act(() => uploads[0]!.onProgress(0.5));
    expect(view.look()[1]).toEqual(['blob:1', 'uploading', 0.5, null]);
    // not before it arrived
    expect(await view.album().save()).toBe('failure');
    expect(view.posts()).toEqual([]);
    await uploads[0]!.end(urlOf(2));
    expect(view.look()[1]).toEqual(['blob:1', 'ready', 1, null]);
    expect(view.album().isUploading).toBe(false);
  });

  it.each([
    [new UploadFailure('Too large.', 413), 'Too large.'],
    [new Error('x'), 'The upload failed.'],
  ])('and fails - says why, and is tried again with the same file', async (why, message) => {
    const view = await show({ 'GET /photos': album(1) });
    await act(async () => view.album().add(picture('a.jpg')));
    act(() => uploads[0]!.onProgress(0.5));
    await uploads[0]!.fail(why);
    expect(view.look()[1]).toEqual(['blob:1', 'failed', 0.5, message]);
    expect([view.album().isUploading, view.album().hasFailed]).toEqual([false, true]);
    await act(async () => view.album().retry(view.album().items[1]!.id));
    expect(view.look()[1]).toEqual(['blob:1', 'uploading', 0, null]);
    expect(uploads.map(({ file }) => file.name)).toEqual(['a.jpg', 'a.jpg']);
    act(() => view.album().retry('s1'));
    expect(uploads).toHaveLength(2);
  });

  it('asks for an address by its name and type; a refusal is the server’s sentence', async () => {
    const refused = { status: 422, body: { code: 'photo_type', detail: 'No such type.' } };
    const view = await show({ 'GET /photos': album(0), 'POST /photos/upload-url': refused });
    await act(async () => view.album().add(picture('a.jpg')));
    await act(async () =>
      expect(uploads[0]!.ask()).rejects.toMatchObject({ message: 'No such type.', status: 422 }),
    );
    expect(view.posts()[0]!.body).toEqual({ fileName: 'a.jpg', fileType: 'image/jpeg' });
    view.api.routes['POST /photos/upload-url'] = { body: { uploadUrl: '/up', url: urlOf(9) } };
    await act(async () => expect(await uploads[0]!.ask()).toEqual({ uploadUrl: '/up', url: urlOf(9) }));
  });

  it('in place of another - takes its place, ends its upload, and leaves nothing of it', async () => {
    const view = await show({ 'GET /photos': album(1) });
    await act(async () => view.album().add(picture('a.jpg')));
    await act(async () => view.album().add(picture('b.jpg')));
    const [, first] = view.album().items;
    act(() => view.album().cancel(view.album().items[2]!.id));
    expect(uploads.map(({ signal }) => signal.aborted)).toEqual([false, true]);
    await act(async () => view.album().add(picture('c.jpg'), first!.id));
    expect(view.look().map(([preview]) => preview)).toEqual(['/p/1', 'blob:3', 'blob:2']);
    expect(uploads[0]!.signal.aborted).toBe(true);
    expect(revoked).toEqual(['blob:1']);
    expect(view.drafts()).not.toContain(`picture:${first!.id}`);
    // the next visit uploads it again
    expect(uploads[2]!.signal.aborted).toBe(false);
    view.unmount();
    expect(uploads[2]!.signal.aborted).toBe(true);
    expect(revoked).toEqual(['blob:1', 'blob:2', 'blob:3']);
  });

  it('beyond six - is neither in the album, nor uploaded, nor kept, and a notice says so', async () => {
    const view = await show({ 'GET /photos': album(5) });
    expect(view.album().isFull).toBe(false);
    await act(async () => view.album().add(picture('a.jpg')));
    expect(view.album().isFull).toBe(true);
    const before = view.drafts();
    await act(async () => view.album().add(picture('b.jpg')));
    await act(async () => view.album().add(picture('c.jpg'), 'removed since'));
    expect(view.album().items).toHaveLength(6);
    expect([uploads.length, view.drafts()]).toEqual([1, before]);
    const text = 'A profile holds 6 photos, so what you had added beyond them was not kept.';
    const notice = { text, tone: 'failure' };
    expect(view.platform.notices).toEqual([notice, notice]);
  });
});

describe('a photo that is removed', () => {
  it('is hidden at once, and given up when its five seconds are over', async () => {
    const view = await show({ 'GET /photos': album(1) });
    await act(async () => view.album().add(picture('a.jpg')));
    const { id } = view.album().items[1]!;
    await act(async () => view.album().remove(id));
    expect(view.look()).toHaveLength(1);
    expect(heldAct.get()?.text).toBe('Photo removed');
    expect([uploads[0]!.signal.aborted, revoked]).toEqual([false, []]);
    await act(async () => void (await sendHeld()));
    expect([uploads[0]!.signal.aborted, revoked]).toEqual([true, ['blob:1']]);
    // the album is the server’s again
    expect(view.drafts()).toEqual([]);
    expect(view.posts()).toEqual([]);
  });

  it('after its screen was left - is given up, and what another tab added meanwhile stays', async () => {
    const view = await show({ 'GET /photos': album(2) });
    await act(async () => view.album().remove('s1'));
    view.unmount();
    const items = ['s1', 's2', 'new'].map((id) => ({ id, url: null }));
    await act(async () => view.store.outbox.keep('draft', 'photos', { madeFrom: [], items }));
    await act(async () => void (await sendHeld()));
    expect(view.store.outbox.read<{ items: object[] }>('draft', 'photos').base!.items).toEqual(
      items.slice(1),
    );
  });

  it.each([[true], [false]])(
    'while another tab has removed the others and saved nothing, its screen still shown: %p - leaves the others',
    async (isShown) => {
      const view = await show({ 'GET /photos': album(3) });
      const draft = (...all: number[]) => ({
        madeFrom: [1, 2, 3].map(urlOf),
        items: all.map((n) => ({ id: `s${n}`, url: urlOf(n) })),
      });
      await act(async () => view.store.outbox.keep('draft', 'photos', draft(1)));
      await act(async () => view.album().remove('s1'));
      if (!isShown) view.unmount();
      await act(async () => void (await sendHeld()));
      expect(view.posts()).toEqual([]);
      expect(view.store.outbox.read('draft', 'photos').base).toEqual(draft(2, 3));
    },
  );

  it.each([
    ['s3', 2, '143', '1243'],
    ['s4', 1, '143', '1243'],
    ['s3', 0, '314', '3124'],
  ])(
    'while it can be undone, another one, %s, moved to place %i - is there',
    async (id, to, shown, whole) => {
      const view = await show({ 'GET /photos': album(4) });
      const order = () =>
        view
          .album()
          .items.map((item) => item.id.slice(1))
          .join('');
      await act(async () => view.album().remove('s2'));
      await act(async () => view.album().move(id, to));
      expect(order()).toBe(shown);
      act(() => undoHeld());
      expect(order()).toBe(whole);
    },
  );

  it('leaves its place to the next one, which sends the removal', async () => {
    const view = await show({ 'GET /photos': album(6) });
    await act(async () => view.album().remove('s2'));
    await act(async () => view.album().add(picture('a.jpg')));
    await waitFor(() => expect(view.album().items).toHaveLength(6));
    expect(view.look().map(([preview]) => preview)).toEqual([
      '/p/1',
      '/p/3',
      '/p/4',
      '/p/5',
      '/p/6',
      'blob:1',
    ]);
  });

  it('before Save - is not saved, and the album is busy until the answer', async () => {
    const { route, give } = held(album(2));
    const view = await show({ 'GET /photos': album(3), 'POST /photos': route });
    await act(async () => view.album().remove('s2'));
    let saved: Promise<string>;
    await act(async () => void (saved = view.album().save()));
    await waitFor(() => expect(view.posts()).toHaveLength(1));
    expect(view.album().isSaving).toBe(true);
    await give();
    await act(async () => expect(await saved).toBe('stored'));
    expect(view.album().isSaving).toBe(false);
    expect(view.posts()[0]!.body).toMatchObject({
      photos: [1, 3].map((n) => ({ url: urlOf(n) })),
      madeFrom: [1, 2, 3].map(urlOf),
    });
    expect(view.drafts()).toEqual([]);
  });
});
