import { LIMITS } from '@flint/contracts';
import fc from 'fast-check';
import { mergeAlbums } from './merge-albums';

const keys = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
const album = keys.map((all) => all.slice(0, LIMITS.photosMax));

describe('the merge of an album', () => {
  it('where only one side changed - is what that side has', () =>
    fc.assert(
      fc.property(album, album, (madeFrom, changed) => {
        expect(mergeAlbums({ madeFrom, mine: changed, stored: madeFrom })).toEqual(changed);
        expect(mergeAlbums({ madeFrom, mine: madeFrom, stored: changed })).toEqual(changed);
        expect(mergeAlbums({ madeFrom, mine: changed, stored: changed })).toEqual(changed);
      }),
      { numRuns: 500 },
    ));

  it('where both changed - has every photo that neither removed, once, and at most six - and a repeat changes nothing', () =>
    fc.assert(
      fc.property(album, album, album, (madeFrom, mine, stored) => {
        const merged = mergeAlbums({ madeFrom, mine, stored });
        if (!merged) return;
        const isThere = (key: string) =>
          madeFrom.includes(key)
            ? mine.includes(key) && stored.includes(key)
            : mine.includes(key) || stored.includes(key);
        expect(merged.toSorted()).toEqual([...'abcdefgh'].filter(isThere));
        expect(merged.length).toBeLessThanOrEqual(LIMITS.photosMax);
        expect(mergeAlbums({ madeFrom, mine, stored: merged })).toEqual(merged);
      }),
      { numRuns: 500 },
    ));

  it.each([
    ['each side added one', 'ab', 'abc', 'abd', 'abcd'],
    ['each side added the first', '', 'a', 'b', 'ba'],
    ['I moved, the other added', 'abc', 'acb', 'abcd', 'acdb'],
    ['the other moved, I added', 'abc', 'abcd', 'acb', 'acdb'],
    ['I removed the primary, the other added', 'ab', 'b', 'abc', 'bc'],
    ['I chose the primary, the other added', 'ab', 'ba', 'abc', 'bca'],
    ['the other chose the primary, I moved', 'abcd', 'abdc', 'dabc', 'dabc'],
    ['both chose the same primary', 'abc', 'cab', 'cba', 'cab'],
  ])('where %s - %s with mine %s and stored %s is %s', (_case, madeFrom, mine, stored, merged) =>
    expect(mergeAlbums({ madeFrom: [...madeFrom], mine: [...mine], stored: [...stored] })?.join('')).toBe(
      merged,
    ),
  );

  it.each([
    ['both chose a primary', 'abc', 'bac', 'cab'],
    ['I chose a primary that the other removed', 'abc', 'cab', 'ab'],
    ['I removed the primary that the other chose', 'abc', 'ab', 'cab'],
    ['seven photos would be left', 'abcd', 'abcdef', 'abcdg'],
  ])('where %s - %s with mine %s and stored %s - is left to the student', (_case, madeFrom, mine, stored) =>
    expect(mergeAlbums({ madeFrom: [...madeFrom], mine: [...mine], stored: [...stored] })).toBeNull(),
  );
});
