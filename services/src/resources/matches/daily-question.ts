import type { DailyQuestion } from '@flint/contracts';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Question } from '@flint/contracts/questions/types';
import { DAY_MS } from '@flint/contracts/time';
import { message, type Catalogue } from '@flint/texts/catalogue';
import { loadProfile } from '../profile/index';
import type { Deps } from '../resource';
import { roundDay } from './rounds';

/** A question with more choices gets a page of its own. */
const CHOICES_MAX = 5;

const EFFECTS: Readonly<Record<Question['match']['role'], string>> = {
  hard_filter: message('Your answer and theirs decide who can match.'),
  soft: message('It counts towards how well two people fit.'),
  target: message('It finds people who hope for someone like you.'),
  offer_hint: message('It shapes the plans that we suggest.'),
  display: message('It never counts in matching; you may show it to others.'),
  none: message('It never counts in matching.'),
};

/** The effect of an answer, in one sentence. */
const effectOf = ({ match }: Question): string =>
  'of' in match && match.of ? message('It finds people who are what you hope for.') : EFFECTS[match.role];

function choicesOf(question: Question, { t }: Catalogue): DailyQuestion['options'] {
  if (question.type !== 'single_select' || question.allowOther || question.options.length > CHOICES_MAX)
    return null;
  return question.options.map(({ value, label }) => ({ value, label: t(label) }));
}

/** Today's open question, or null when all are answered. It changes each day, answered or not. */
export async function dailyQuestion(
  deps: Deps,
  userId: string,
  texts: Catalogue,
): Promise<DailyQuestion | null> {
  const profile = await loadProfile(deps, userId);
  const open = QUESTIONS.filter(({ id }) => !(profile && id in profile.answers));
  const question = open[(Date.parse(roundDay(deps)) / DAY_MS) % (open.length || 1)];
  if (!question) return null;
  return {
    id: question.id,
    title: texts.t(question.title),
    effect: texts.t(effectOf(question)),
    options: choicesOf(question, texts),
  };
}
