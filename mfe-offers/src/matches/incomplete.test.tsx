import { findQuestion } from '@flint/contracts/questions/catalogue';
import { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import { NAMES } from './Incomplete';

describe('what is missing for matches', () => {
  it.each(NEEDED_FOR_MATCHING.filter((id) => id !== 'bundle_intro'))(
    '%s - without the catalogue - has the title of its question',
    (id) => {
      expect(NAMES[id]).toBe(findQuestion(id)?.title);
    },
  );
});
