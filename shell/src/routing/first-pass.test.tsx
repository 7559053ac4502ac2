import { endFirstPass, firstScreenAt } from './first-pass';

it('the first screen - at home, with the questionnaire completed - is the offers; at any other address it is the screen of that address', () => {
  expect(firstScreenAt('/')).toBe('onboarding');
  endFirstPass();
  expect(['/', '/matches', '/photos', '/nowhere'].map(firstScreenAt)).toEqual([
    'offers',
    'matches',
    'photos',
    null,
  ]);
});
