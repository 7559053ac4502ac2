import type { Photo } from '@flint/contracts';
import { storedItem as item } from '../testing/album';
import {
  albumOn,
  draftOf,
  isDraft,
  newItem,
  restoredItems,
  withItem,
  withMoved,
  type AlbumItem,
} from './album-items';

beforeAll(() => Object.assign(URL, { createObjectURL: () => 'blob:x' }));

const items = (ids: string) => [...ids].map((id) => item(id));
const idsOf = (all: readonly AlbumItem[]) => all.map(({ id }) => id).join('');
const photo = (id: string) => ({ id, url: `/u/${id}`, displayUrl: `/p/${id}` }) as Photo;

describe('the photos of an album (spec 4, 5)', () => {
  it('a photo on an insecure origin, which has no randomUUID - gets an id of its own', () => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const [one, two] = [newItem(new File([], 'a.jpg')), newItem(new File([], 'b.jpg'))];
    Reflect.deleteProperty(crypto, 'randomUUID');
    expect(new Set([one.id, two.id, '']).size).toBe(3);
  });

  it.each([
    ['abcde', null, 'abcdex'],
    ['abcdef', 'b', 'axcdef'],
    ['abc', 'q', 'abcx'],
  ])('%s and one more, in the place of %s - are %s', (before, replaces, after) =>
    expect(idsOf(withItem(items(before), item('x'), replaces))).toBe(after),
  );

  it.each([
    ['c', 0, 'cabd'],
    ['a', 2, 'bcad'],
    ['a', 3, 'bcda'],
    ['a', 9, 'bcda'],
    ['c', -1, 'cabd'],
    ['q', 0, 'abcd'],
  ])('%s moved to place %i - gives %s', (id, to, after) =>
    expect(idsOf(withMoved(items('abcd'), id, to))).toBe(after),
  );

  const list = [...'ab'].map(photo);
  it.each([
    ['unchanged', null, 'ab', ['/u/a', '/u/b']],
    ['with pictures added', { items: items('xy'), madeFrom: null }, 'abxy', ['/u/a', '/u/b']],
    ['changed', { items: items('xb'), madeFrom: ['/u/q'] }, 'xb', ['/u/q']],
    ['saved after this list', { items: items('xb'), madeFrom: ['/u/q'], savedAfter: list }, 'xb', ['/u/q']],
    [
      'saved before this list',
      { items: items('xb'), madeFrom: ['/u/q'], savedAfter: [] },
      'ab',
      ['/u/a', '/u/b'],
    ],
  ])('the album of a page, %s - is made from the last list or from what it named', (_, own, ids, from) => {
    const { items: shown, madeFrom } = albumOn(list, own);
    expect([idsOf(shown), madeFrom]).toEqual([ids, from]);
  });

  it.each([[undefined], [[]]])(
    'a changed album, saved after %j - has the newest addresses of its stored photos, and its own of a picture',
    (savedAfter) => {
      const file = new File([], 'b.jpg');
      const shown = [item('a', { preview: 'old' }), item('b', { preview: 'blob:b', file })];
      const own = { items: shown, madeFrom: [], ...(savedAfter && { savedAfter }) };
      expect(albumOn(list, own).items.map(({ preview }) => preview)).toEqual(['/p/a', 'blob:b']);
    },
  );

  it('an unsaved album - is restored in its order from photos and pictures, others at the end', () => {
    const file = new File([], 'q.jpg');
    const draft = draftOf([{ ...item('q'), url: null }, item('b'), item('gone'), item('r')], []).items;
    const pictures = new Map([...'zqr'].map((id) => [id, file]));
    const restored = restoredItems(draft, [...'ab'].map(photo), pictures);
    expect(restored.map(({ id, state, progress, url }) => [id, state, progress, url])).toEqual([
      ['q', 'uploading', 0, null],
      ['b', 'ready', 1, '/u/b'],
      ['r', 'ready', 1, '/u/r'],
      ['z', 'uploading', 0, null],
    ]);
  });

  it.each([
    [{ madeFrom: [], items: [{ id: 'a', url: null }] }, true],
    [{ madeFrom: [], items: [] }, true],
    [{ madeFrom: [], items: [{ id: 'a' }, { id: 1 }] }, false],
    [{ items: [] }, false],
    [{ madeFrom: [] }, false],
    [null, false],
  ])('%j - is a draft of this release: %p', (draft, expected) => expect(isDraft(draft)).toBe(expected));
});
