import { LIMITS } from '@flint/contracts';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answer, Option, Question } from '@flint/contracts/questions/types';
import type { Random } from './random';

const usable = (options: readonly Option[]) =>
  options.filter((option) => !option.exclusive).map(({ value }) => value);

function birthDate(random: Random, today: Date): string {
  const age = random.int(18, 27);
  const born = new Date(Date.UTC(today.getUTCFullYear() - age, today.getUTCMonth(), today.getUTCDate()));
  born.setUTCDate(born.getUTCDate() - random.int(1, 360));
  return born.toISOString().slice(0, 10);
}

function ageRange(random: Random): readonly [number, number] {
  const { min, max } = LIMITS.agePreference;
  const low = random.int(min, min + 3);
  return [low, Math.min(max, low + random.int(4, 10))];
}

/** A plausible answer to one question, in the question's shape. */
export function answerTo(question: Question, random: Random, name: string, today: Date): Answer {
  switch (question.type) {
    case 'bundle_intro':
      return { display_name: name, date_of_birth: birthDate(random, today) };
    case 'single_select':
      return random.pick(usable(question.options));
    case 'multi_select':
      return { values: random.some(usable(question.options), random.int(question.minSelections ?? 1, 4)) };
    case 'limited_chips':
      return random.some(usable(question.options), question.maxSelections ?? LIMITS.defaultMaxSelections);
    case 'range':
      return ageRange(random);
    case 'height':
      return { feet: random.int(5, 6), inches: random.int(0, 6) };
    case 'scales':
      return Object.fromEntries(
        question.scales.map(({ key }) => [key, random.int(question.min, question.max)]),
      );
    case 'select_group':
      return Object.fromEntries(
        question.fields.map(({ key, options }) => [key, random.pick(usable(options))]),
      );
    case 'text':
    case 'email':
    case 'selfie':
      return '';
  }
}

/** Firm noes: most students have at most one. */
function dealbreakers(random: Random): Answer {
  return random.chance(0.3)
    ? { values: [random.pick(['smokes_any', 'cannabis_regularly', 'drinks_regularly'])] }
    : { values: ['none'] };
}

/** Answers to the whole questionnaire, by question id; `fixed` answers replace the generated ones. */
export function buildAnswers(
  random: Random,
  name: string,
  today: Date,
  fixed: Readonly<Record<string, Answer>> = {},
): Record<string, Answer> {
  const answers = Object.fromEntries(
    QUESTIONS.map((question) => [question.id, answerTo(question, random, name, today)]),
  );
  const gender = random.pick(['man', 'woman']);
  const seeking = random.chance(0.85) ? [gender === 'man' ? 'women' : 'men'] : ['men', 'women', 'other'];
  return {
    ...answers,
    gender_identity: gender,
    pronouns: gender === 'man' ? 'he_him' : 'she_her',
    seeking_genders: { values: seeking },
    lifestyle_dealbreakers: dealbreakers(random),
    ...fixed,
  };
}
