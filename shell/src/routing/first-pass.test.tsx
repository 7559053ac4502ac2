import { endFirstPass, firstScreenAt } from './first-pass';

afterEach(() => localStorage.clear());

it('the screen a page begins with - home of somebody who has answered everything - is the offers, every other address its own', () => {
  expect(firstScreenAt('/')).toBe('onboarding');
  endFirstPass();
  expect(['/', '/matches', '/photos', '/nowhere'].map(firstScreenAt)).toEqual([
    'offers',
    'matches',
    'photos',
    null,
  ]);
});
