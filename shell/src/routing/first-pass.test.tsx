import { endFirstPass, firstScreenAt } from './first-pass';

afterEach(() => localStorage.clear());

it('the first screen - at home, with the questionnaire completed - is the offers; at other addresses it is theirs', () => {
  expect(firstScreenAt('/')).toBe('onboarding');
  endFirstPass();
  expect(['/', '/matches', '/photos', '/nowhere'].map(firstScreenAt)).toEqual([
    'offers',
    'matches',
    'photos',
    null,
  ]);
});
