import type { Photo } from '@flint/contracts';
import { storedItem as item } from '../testing/album';
import {
  draftOf,
  isDraft,
  newItem,
  restoredItems,
  withItem,
  withMoved,
  withStored,
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
    ['abcdef', null, 'abcdef'],
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

  it('the server’s photos - come before those added meanwhile, up to six', () =>
    expect(idsOf(withStored(items('xyz'), [...'abcd'].map(photo)))).toBe('abcdxy'));

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
