import { findQuestion } from '@flint/contracts/questions/catalogue';
import { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import remote from './remote';

describe('the texts of the offers remote', () => {
  it('in French - know the titles of the questions nobody is matched without', async () => {
    const french = (await remote.texts?.fr()) ?? {};
    const titles = NEEDED_FOR_MATCHING.map((id) => findQuestion(id)!.title);
    expect(titles.filter((title) => !(title in french))).toEqual([]);
  });
});
