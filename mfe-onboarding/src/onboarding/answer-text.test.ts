import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answer } from '@flint/contracts/questions/types';
import { answerText } from './answer-text';

const textOf = (id: string, answer: Answer | null) =>
  answerText(
    QUESTIONS.find((question) => question.id === id),
    answer,
  );

describe('an answer in one line', () => {
  it.each<[string, Answer | null, string]>([
    ['pronouns', null, 'No answer'],
    ['pronouns', 'they_them', 'they/them'],
    ['gender_identity', { value: 'other', other: 'Agender', shown_to: ['women'] }, 'Agender · Women'],
    ['ethnicity', { values: ['korean', 'inuit'], other: 'Basque' }, 'Korean · Inuit · Basque'],
    ['age_preference', [19, 24], '19 – 24'],
    ['age_preference', [20, 30], '20 – 30+'],
    ['height_feet_inches', { feet: 5, inches: 11 }, '5′ 11″'],
    ['substances', { smoking_preference: 'never' }, "Tobacco or vaping: I don't smoke or vape"],
    ['communication_style_self', { directness: 2 }, 'When something bothers me: 2'],
    ['no_longer_asked', 'x', 'x'],
  ])('to %s: %j - is "%s"', (id, answer, text) => expect(textOf(id, answer)).toBe(text));
});
