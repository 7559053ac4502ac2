import { findQuestion } from '@flint/contracts/questions/catalogue';
import { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import { NAMES } from './Incomplete';

describe('what is missing for matches', () => {
  it.each(NEEDED_FOR_MATCHING.filter((id) => id !== 'bundle_intro'))(
    '%s - named without the catalogue - has the question’s own title',
    (id) => {
      expect(NAMES[id]).toBe(findQuestion(id)?.title);
    },
  );
});
