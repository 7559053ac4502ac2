import { metadataOf } from './body';

describe('metadataOf', () => {
  it('lists and objects - with keys that are special to a database - lose only those keys', () =>
    expect(
      metadataOf({ data: { list: [{ a: 1, $where: '1' }, 'b'], inner: { 'a.b': 1, c: null } } }),
    ).toEqual({
      list: [{ a: 1 }, 'b'],
      inner: { c: null },
    }));

  it('no data - gives an empty object', () => expect(metadataOf({})).toEqual({}));
});
