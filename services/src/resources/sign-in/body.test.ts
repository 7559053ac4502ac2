import { metadataOf } from './body';

describe('metadataOf', () => {
  it('lists and objects - with keys that mean something to a database - keep all but those', () =>
    expect(
      metadataOf({ data: { list: [{ a: 1, $where: '1' }, 'b'], inner: { 'a.b': 1, c: null } } }),
    ).toEqual({
      list: [{ a: 1 }, 'b'],
      inner: { c: null },
    }));

  it('nothing given - is nothing', () => expect(metadataOf({})).toEqual({}));
});
