import { BASIC_INFO_AT, completenessOf } from './completeness';
import { isAnswered } from './answered';
import { findQuestion } from './catalogue';
import { missingForMatching } from './matchable';

describe('profile completeness (spec 9)', () => {
  it.each([
    [false, 0, false, 20],
    [true, 0, false, 60],
    [false, 1, false, 45],
    [false, 6, false, 45],
    [false, 0, true, 35],
    [false, 1, true, 60],
    [true, 1, false, 85],
    [true, 0, true, 75],
    [true, 6, true, 100],
  ])(
    'onboarding %p, %i photos, availability %p - is %i percent',
    (onboardingCompleted, photos, hasAvailability, percent) =>
      expect(completenessOf({ onboardingCompleted, photos, hasAvailability })).toBe(percent),
  );

  it('Basic Info - is complete from 60 on', () => expect(BASIC_INFO_AT).toBe(60));
});

describe('the missing answers for matching', () => {
  const birth = { bundle_intro: { date_of_birth: '2004-01-15' } };
  it.each([
    [{}, ['bundle_intro', 'gender_identity', 'seeking_genders']],
    [{ bundle_intro: { display_name: 'Ann' } }, ['bundle_intro', 'gender_identity', 'seeking_genders']],
    [{ ...birth, gender_identity: 'woman' }, ['seeking_genders']],
    [{ ...birth, gender_identity: 'woman', seeking_genders: { values: [] } }, ['seeking_genders']],
    [
      {
        ...birth,
        gender_identity: { value: 'other' as const, other: 'Agender' },
        seeking_genders: { values: ['men'] },
      },
      [],
    ],
  ])('with %j - is %j', (answers, missing) => expect(missingForMatching(answers)).toEqual(missing));
});

describe('a question', () => {
  const habits = { drinking_preference: 'never', smoking_preference: 'never' };
  it.each([
    ['bundle_intro', undefined, false],
    ['bundle_intro', { display_name: 'Ann' }, false],
    ['bundle_intro', { display_name: '', date_of_birth: '2004-01-15' }, false],
    ['bundle_intro', { display_name: 'Ann', date_of_birth: '2004-01-15' }, true],
    ['substances', habits, false],
    ['substances', { ...habits, cannabis_preference: 'never' }, true],
    ['intent', 'casual_dating', true],
  ])('%s with %j - is answered: %p', (id, answer, answered) =>
    expect(isAnswered(findQuestion(id)!, answer === undefined ? {} : { [id]: answer })).toBe(answered),
  );
});
