import fc from 'fast-check';
import * as z from 'zod/mini';
import { answerIssues, answerSchema, cleanAnswer } from './answer-schema';
import { QUESTIONS } from './catalogue';
import { answersTo } from './testing/answer-arbitrary';
import type { Question } from './types';

const pointersOf = (id: string, answer: unknown) => answerIssues(id, answer).map(({ pointer }) => pointer);
const each = QUESTIONS.map((question) => [question.id, question] as const);

describe.each(each)('an answer to %s', (id, question) => {
  it('of any shape that its form can produce - is valid, and is unchanged when stored again', () =>
    fc.assert(
      fc.property(answersTo(question), (answer) => {
        expect(answerIssues(id, answer)).toEqual([]);
        const stored = cleanAnswer(id, answer);
        expect(answerIssues(id, stored)).toEqual([]);
        expect(cleanAnswer(id, stored)).toEqual(stored);
      }),
    ));

  it('of any JSON value - is accepted, or refused by question, without an exception', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        for (const { pointer, detail } of answerIssues(id, answer)) {
          expect(pointer === `/${id}` || pointer.startsWith(`/${id}/`)).toBe(true);
          expect(detail.length).toBeGreaterThan(0);
        }
      }),
    ));

  it('with an unknown field - is refused', () =>
    fc.assert(
      fc.property(answersTo(question), (answer) => {
        if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return;
        expect(answerIssues(id, { ...answer, $where: '1' })).not.toEqual([]);
      }),
    ));

  it('null - removes the answer', () => expect(answerIssues(id, null)).toEqual([]));
});

describe('a bad answer', () => {
  it.each([
    ['pronouns', 'other', '/pronouns'],
    ['pronouns', { value: 'other', other: '' }, '/pronouns/other'],
    ['pronouns', { value: 'other', other: 'x'.repeat(61) }, '/pronouns/other'],
    ['pronouns', { value: 'he_him', other: 'x' }, '/pronouns/value'],
    [
      'gender_identity',
      { value: 'other', other: 'Agender', shown_to: ['all'] },
      '/gender_identity/shown_to/0',
    ],
    // one character that is stored as 18
    ['bundle_intro', { display_name: '\uFDFA'.repeat(3) }, '/bundle_intro/display_name'],
    ['seeking_genders', { values: ['men', 'men'] }, '/seeking_genders/values'],
    ['seeking_genders', { values: ['men'], other: 'x' }, '/seeking_genders'],
    ['seeking_genders', ['men'], '/seeking_genders'],
    ['ethnicity', { values: ['prefer_not_to_say', 'white'] }, '/ethnicity/values'],
    ['ethnicity', { values: ['prefer_not_to_say'], other: 'Basque' }, '/ethnicity'],
    ['height_feet_inches', { feet: 5, inches: 12 }, '/height_feet_inches/inches'],
    ['height_feet_inches', { feet: 5.5, inches: 1 }, '/height_feet_inches/feet'],
    ['age_preference', [17, 25], '/age_preference/0'],
    ['age_preference', [25, 20], '/age_preference'],
    ['age_preference', [20, 31], '/age_preference/1'],
    ['communication_style_self', { directness: 8 }, '/communication_style_self/directness'],
    ['substances', { drinking_preference: 'sometimes' }, '/substances/drinking_preference'],
    ['personality_type', ['calm', 'curious', 'adventurous', 'creative'], '/personality_type'],
    ['bundle_intro', { date_of_birth: '15/01/2004' }, '/bundle_intro/date_of_birth'],
    ['bundle_intro', { display_name: 'An\nn' }, '/bundle_intro/display_name'],
    ['bundle_intro', { display_name: 'a\u202Enn' }, '/bundle_intro/display_name'],
    ['bundle_intro', { email: 'a@campus.edu' }, '/bundle_intro'],
    ['hobbies_interests', { values: ['nothing'] }, '/hobbies_interests/values/0'],
    ['no/such~question', 1, '/no~1such~0question'],
    ['__proto__', {}, '/__proto__'],
  ])('%s: %j - is named as %s', (id, answer, pointer) => expect(pointersOf(id, answer)).toEqual([pointer]));

  it.each([
    ['of one form', 'xe_xem', 'This is not one of the options.'],
    ['of no form', 5, 'Invalid input'],
  ])('%s of the question - is named as a whole', (_, answer, detail) =>
    expect(answerIssues('pronouns', answer)).toEqual([{ pointer: '/pronouns', detail }]),
  );

  it('two bad fields - are both named', () =>
    expect(pointersOf('substances', { drinking_preference: 1, cannabis_preference: 'x' })).toEqual([
      '/substances/drinking_preference',
      '/substances/cannabis_preference',
    ]));

  it('an “Other” text beside the maximum of chips - exceeds the maximum', () => {
    const eight = ['anime', 'crafts', 'cooking', 'board_games', 'climbing', 'coding', 'cafes', 'comedy'];
    const question = QUESTIONS.find(({ id }) => id === 'hobbies_interests') as Question & {
      options: { value: string }[];
    };
    const values = question.options.slice(0, eight.length).map(({ value }) => value);
    expect(answerIssues('hobbies_interests', { values, other: 'Falconry' })).not.toEqual([]);
    expect(answerIssues('hobbies_interests', { values: values.slice(1), other: 'Falconry' })).toEqual([]);
  });
});

describe('a question that the catalogue does not have yet', () => {
  const question: Question = {
    id: 'favourite_season',
    section: 'self_description',
    type: 'single_select',
    title: 'Which season is yours?',
    options: [
      { value: 'winter', label: 'Winter' },
      { value: 'summer', label: 'Summer' },
    ],
    required: false,
    visibility: 'private',
    match: { role: 'none' },
  };

  const letters = ['a', 'b', 'c', 'd'];
  it.each<[Partial<Question>, unknown, unknown]>([
    [{}, 'winter', 'autumn'],
    // three without a maximum of their own (spec 5)
    [
      { type: 'limited_chips', options: letters.map((value) => ({ value, label: value })) },
      letters.slice(0, 3),
      letters,
    ],
    [{ type: 'text', maxLength: 5 }, 'abcde', 'abcdef'],
    [{ type: 'text' }, 'x'.repeat(500), 'x'.repeat(501)],
    [{ type: 'email' }, 'x'.repeat(254), 'x'.repeat(255)],
    [{ type: 'selfie' }, 'x'.repeat(2048), 'x'.repeat(2049)],
  ])('of the type %j - accepts %j and refuses %j', (parts, good, bad) => {
    const schema = answerSchema({ ...question, ...parts } as Question);
    expect(z.safeParse(schema, good).success).toBe(true);
    expect(z.safeParse(schema, bad).success).toBe(false);
  });

  it('with an unknown id - has no schema, and its answer is refused', () => {
    expect(answerIssues('favourite_season', 'winter')).toEqual([
      { pointer: '/favourite_season', detail: 'There is no such question.' },
    ]);
    expect(cleanAnswer('favourite_season', 'winter')).toBe('winter');
  });
});
