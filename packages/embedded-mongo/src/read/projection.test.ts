import { BSON, Int32, Long } from 'bson';
import { projector } from './projection';

const STORED = {
  _id: 'a',
  size: new Int32(3),
  answers: { name: 'Ann', age: Long.fromNumber(20), deep: { one: 1.5, two: 'x' } },
  photos: [{ id: 'p', key: 'k' }, 7, { id: 'q' }],
  at: new Date(0),
  none: null,
  found: /x/i,
};
const raw = Buffer.from(BSON.serialize(STORED));
const cut = (spec: object) => BSON.deserialize(projector(spec)(raw), { promoteValues: false });

describe('a projection', () => {
  it.each([
    [{}, ['_id', 'size', 'answers', 'photos', 'at', 'none', 'found']],
    [{ size: 1 }, ['_id', 'size']],
    [{ found: 1, none: 1 }, ['_id', 'none', 'found']],
    [{ _id: 0, at: 1 }, ['at']],
    [{ answers: 0, photos: 0 }, ['_id', 'size', 'at', 'none', 'found']],
    [{ gone: 1 }, ['_id']],
    [{ 'size.gone': 1 }, ['_id']],
    [{ 'size.gone': 0, 'answers.name': 0 }, ['_id', 'size', 'answers', 'photos', 'at', 'none', 'found']],
  ])('%j - keeps %j, in the order they are stored in', (spec, fields) =>
    expect(Object.keys(cut(spec))).toEqual(fields),
  );

  it('of fields within a document - keeps those and their types', () => {
    expect(cut({ 'answers.age': 1, 'answers.deep.two': 1 })).toEqual({
      _id: 'a',
      answers: { age: Long.fromNumber(20), deep: { two: 'x' } },
    });
    expect(cut({ 'answers.deep.one': 0 }).answers).toEqual({
      name: 'Ann',
      age: Long.fromNumber(20),
      deep: { two: 'x' },
    });
  });

  it('of fields within an array - includes or excludes those of each document in it', () => {
    expect(cut({ _id: 0, 'photos.id': 1 })).toEqual({ photos: [{ id: 'p' }, { id: 'q' }] });
    expect(cut({ 'photos.id': 0, size: 0 }).photos).toEqual([{ key: 'k' }, new Int32(7), {}]);
  });
});
