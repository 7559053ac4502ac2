import { heldAct, sendHeld } from '@flint/remote-kit/data';
import type { FakeRoutes } from '@flint/remote-kit/testing';
import { act, waitFor } from '@testing-library/react';
import { album, urlOf } from '../testing/album';
import { held, picture, show, startUploads, uploads } from '../testing/shown-album';

jest.mock('./upload-photo', () => ({ uploadPhoto: jest.fn() }));

beforeEach(startUploads);

/** The addresses that each POST of the album named, and those that it was made from. */
const savesOf = (view: Awaited<ReturnType<typeof show>>) =>
  view.posts().map(({ body }) => {
    const { photos, madeFrom } = body as { photos: { url: string }[]; madeFrom: string[] };
    return [photos, madeFrom.map((url) => ({ url }))].map((all) =>
      all.map(({ url }) => Number(url.split('/').pop())),
    );
  });

/** An album of three, whose new order is being saved until the test gives the answer. */
async function startSave() {
  const { route, give } = held(album(3));
  const view = await show({ 'GET /photos': album(3), 'POST /photos': route });
  await act(async () => view.album().move('s3', 0));
  let saved: Promise<string>;
  await act(async () => void (saved = view.album().save()));
  await waitFor(() => expect(view.posts()).toHaveLength(1));
  return { view, saved: saved!, give };
}

describe('a photo that is saved', () => {
  it('is no draft any more, unlike one that was added meanwhile; the next album is made from what is stored', async () => {
    const { route, give } = held(album(2));
    const view = await show({ 'GET /photos': album(1), 'POST /photos': route });
    await act(async () => view.album().add(picture('a.jpg')));
    await uploads[0]!.end(urlOf(2));
    await act(async () => void view.album().save());
    await waitFor(() => expect(view.posts()).toHaveLength(1));
    await act(async () => view.album().add(picture('b.jpg')));
    await give();
    const added = view.album().items[2]!;
    expect(view.drafts()).toEqual(expect.arrayContaining(['photos', `picture:${added.id}`]));
    await uploads[1]!.end(urlOf(3));
    await act(async () => view.album().move(added.id, 0));
    const kept = new Map<string, unknown>(view.store.outbox.readKind('draft'));
    expect(kept.get('photos')).toMatchObject({ base: { madeFrom: [1, 2].map(urlOf) } });
    await act(async () => void view.album().save());
    await waitFor(() => expect(view.posts()).toHaveLength(2));
    expect(view.posts().map(({ body }) => (body as { madeFrom: unknown }).madeFrom)).toEqual([
      [urlOf(1)],
      [1, 2].map(urlOf),
    ]);
  });

  it('while the removal of another can be undone - ends that first, and leaves no draft', async () => {
    const view = await show({ 'GET /photos': album(2), 'POST /photos': album(1) });
    await act(async () => view.album().remove('s2'));
    await act(async () => expect(await view.album().save()).toBe('stored'));
    expect([heldAct.get(), view.drafts()]).toEqual([null, []]);
  });
});

describe('an album that cannot be saved', () => {
  it('stays a draft, and is not sent later by itself', async () => {
    const routes: FakeRoutes = { 'GET /photos': album(3), 'POST /photos': { status: 503, body: {} } };
    const view = await show(routes);
    await act(async () => view.album().move('s3', 0));
    await act(async () => expect(await view.album().save()).toBe('failure'));
    expect(view.album().isSaving).toBe(false);
    view.store.outbox.wake();
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 700))));
    expect(view.posts()).toHaveLength(1);
    expect(view.drafts()).toEqual(['photos']);
  });

  it('because its new pictures waited a day on the server, which deleted them - uploads them again, and is then saved', async () => {
    const errors = [1, 2].map((at) => ({ pointer: `/photos/${at}/url`, detail: 'x' }));
    const refused = (code: string) => ({ status: 422, body: { code, detail: 'x', errors } });
    const view = await show({ 'GET /photos': album(1), 'POST /photos': refused('image_unreadable') });
    for (const n of [2, 3]) {
      await act(async () => view.album().add(picture(`${n}.jpg`)));
      await uploads.at(-1)!.end(urlOf(n));
    }
    const states = () => view.look().map(([, state]) => state);
    await act(async () => expect(await view.album().save()).toBe('refusal'));
    // for another reason
    expect(states()).toEqual(['ready', 'failed', 'ready']);
    view.api.routes['POST /photos'] = refused('photo_unknown');
    await act(async () => expect(await view.album().save()).toBe('refusal'));
    expect(states()).toEqual(['ready', 'uploading', 'uploading']);
    expect(uploads.slice(2).map(({ file }) => file.name)).toEqual(['2.jpg', '3.jpg']);
    for (const n of [4, 5]) await uploads[n - 2]!.end(urlOf(n));
    view.api.routes['POST /photos'] = album(3);
    await act(async () => expect(await view.album().save()).toBe('stored'));
    expect(view.posts().at(-1)!.body).toMatchObject({ photos: [1, 4, 5].map((n) => ({ url: urlOf(n) })) });
  });

  it('because its answer was lost - is repeated before the next one, so that a photo taken back is not public', async () => {
    const lost = { status: 502, body: {} };
    const view = await show({ 'GET /photos': album(1), 'POST /photos': lost });
    await act(async () => view.album().add(picture('a.jpg')));
    await uploads[0]!.end(urlOf(2));
    await act(async () => expect(await view.album().save()).toBe('failure'));
    await act(async () => view.album().remove(view.album().items[1]!.id));
    await act(async () => void (await sendHeld()));
    expect(view.drafts()).toEqual(['photos']);
    let answers = 0;
    view.api.routes['POST /photos'] = () => album((answers += 1) === 1 ? 2 : 1);
    await act(async () => expect(await view.album().save()).toBe('stored'));
    expect(savesOf(view)).toEqual([
      [[1, 2], [1]],
      [[1, 2], [1]],
      [[1], [1, 2]],
    ]);
    expect(view.drafts()).toEqual([]);
    expect(view.store.outbox.isUnsaved()).toBe(false);
  });
});

describe('what is changed while a save is under way', () => {
  it('the order, or a removal - stays a draft, and is saved as a change of what was saved', async () => {
    const { view, saved, give } = await startSave();
    await act(async () => view.album().move('s2', 0));
    await act(async () => view.album().remove('s1'));
    await act(async () => void (await sendHeld()));
    view.api.routes['POST /photos'] = {
      body: { ...album(0).body, items: [2, 3].map((n) => album(3).body.items[n - 1]!) },
    };
    await give();
    await act(async () => expect(await saved).toBe('stored'));
    expect(view.drafts()).toEqual(['photos']);
    await act(async () => expect(await view.album().save()).toBe('stored'));
    expect(savesOf(view)[1]![0]).toEqual([2, 3]);
    expect([view.drafts(), view.platform.notices]).toEqual([[], []]);
  });

  it('the only photo is removed - is saved after it, without a word about other devices', async () => {
    const { route, give } = held({ body: { ...album(0).body, items: [album(2).body.items[1]!] } });
    const view = await show({ 'GET /photos': album(0), 'POST /photos': route });
    await act(async () => view.album().add(picture('a.jpg')));
    await uploads[0]!.end(urlOf(2));
    await act(async () => void view.album().save());
    await waitFor(() => expect(view.posts()).toHaveLength(1));
    await act(async () => view.album().remove(view.album().items[0]!.id));
    await act(async () => void sendHeld());
    view.api.routes['POST /photos'] = album(0);
    await give();
    await waitFor(() =>
      expect(savesOf(view)).toEqual([
        [[2], []],
        [[], [2]],
      ]),
    );
    await waitFor(() =>
      expect(view.platform.notices.map(({ text }) => text)).toEqual(['Your last photo is removed.']),
    );
    expect([view.drafts(), view.store.outbox.isUnsaved()]).toEqual([[], false]);
  });

  it('a photo that is added before the choice of two albums - is kept, and uploads on', async () => {
    const changed = { code: 'album_changed', detail: 'x', photos: album(2).body.items };
    const view = await show({ 'GET /photos': album(3), 'POST /photos': { status: 409, body: changed } });
    await act(async () => view.album().move('s3', 0));
    await act(async () => expect(await view.album().save()).toBe('conflict'));
    await act(async () => view.album().add(picture('a.jpg')));
    view.api.routes['GET /photos'] = album(2);
    await act(async () => view.album().choose('theirs'));
    expect(view.look().map(([preview]) => preview)).toEqual(['/p/1', '/p/2', 'blob:1']);
    const { id } = view.album().items[2]!;
    expect(view.drafts()).toEqual(expect.arrayContaining(['photos', `picture:${id}`]));
    expect(uploads[0]!.signal.aborted).toBe(false);
  });

  it('the order, in two tabs - is neither dropped nor taken for saved by the save of the other tab', async () => {
    const { route, give } = held(album(3));
    const view = await show({ 'GET /photos': album(3), 'POST /photos': route });
    const { outbox } = view.store;
    const draft = () =>
      outbox.read<{ items: { id: string }[] }>('draft', 'photos').base?.items.map(({ id }) => id);
    const draftElsewhere = (...ids: string[]) => {
      const items = ids.map((id) => ({ id, url: urlOf(Number(id.slice(1))) }));
      return act(async () => void outbox.keep('draft', 'photos', { madeFrom: [1, 2, 3].map(urlOf), items }));
    };
    await act(async () => view.album().move('s3', 0));
    // the other tab has saved the album of the server
    await draftElsewhere('s1', 's2', 's3');
    await waitFor(() => expect(draft()).toEqual(['s3', 's1', 's2']));
    await act(async () => void view.album().save());
    await waitFor(() => expect(view.posts()).toHaveLength(1));
    await draftElsewhere('s2', 's1', 's3');
    await give();
    expect(draft()).toEqual(['s2', 's1', 's3']);
  });
});

it('a save that hangs while the student signs out anyway - says and stores nothing on the sign-in page', async () => {
  const { view, saved, give } = await startSave();
  view.store.outbox.end();
  await give();
  await act(async () => expect(await saved).toBe('ended'));
  expect([view.platform.notices, localStorage.getItem('user_photos')]).toEqual([[], null]);
});
