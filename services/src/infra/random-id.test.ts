import { randomId } from './random-id';

it('many ids in a row - look like stored ones, differ, and have no part in common', () => {
  const ids = Array.from({ length: 1000 }, randomId);
  expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(1000);
  // an ObjectId's time, process and counter would repeat
  for (let at = 0; at + 6 <= 24; at += 2)
    expect(new Set(ids.map((id) => id.slice(at, at + 6))).size).toBeGreaterThan(990);
});
