import type { Scored } from '@flint/contracts/questions/match';
import type { Answers, Check, Option, Question } from '@flint/contracts/questions/types';
import { checksFit, choiceFit, overlapFit, rankSpan } from './formulas';
import { activitiesOf, chosenOf, finder, holds, optionsOf, pickedOf, scalesOf, type Find } from './read';

/** The score of one term, 0 to 1, or null if an answer it needs is missing. */
export type Score = (mine: Answers, theirs: Answers) => number | null;

export type ScoredQuestion<By extends Scored['by'] = Scored['by']> = Question & {
  readonly match: Extract<Scored, { readonly by: By }>;
};

/** One scored question, read for a pair of students. */
export interface Term {
  readonly question: ScoredQuestion;
  /** The question about oneself that it is compared with: another one for a wish, else itself. */
  readonly self: Question;
  readonly weight: number;
  readonly score: Score;
}

const isScored = (question: Question): question is ScoredQuestion => question.match.role === 'soft';
const isBy = <By extends Scored['by']>(
  question: ScoredQuestion,
  ...by: By[]
): question is ScoredQuestion<By> => (by as string[]).includes(question.match.by);

/** The question that a scored one is compared with. */
const selfOf = (question: ScoredQuestion, find: Find): Question =>
  ('of' in question.match && question.match.of ? find(question.match.of) : null) ?? question;

/** Whether a check that I made is true of the two. */
export const isTrue = ({ me = [], they }: Check, mine: Answers, theirs: Answers): boolean =>
  me.every((condition) => holds(condition, mine)) && they.every((condition) => holds(condition, theirs));

const common = (a: readonly string[], b: readonly string[]) => a.filter((value) => b.includes(value)).length;
const valuesIn = (options: readonly Option[] | null) => options?.map(({ value }) => value) ?? null;

function byChoice(question: ScoredQuestion<'table' | 'rank' | 'nearness'>): Score {
  const span = rankSpan(optionsOf(question));
  return (mine, theirs) => {
    const [a, b] = [chosenOf(question, mine), chosenOf(question, theirs)];
    return a && b && choiceFit(question.match, span, a, b);
  };
}

function byOverlap(question: ScoredQuestion<'overlap'>, self: Question): Score {
  const { match } = question;
  const compare = (a: readonly string[] | null, b: readonly string[] | null) => {
    const clashes = (match.opposites ?? []).filter(
      ([one, other]) => (a?.includes(one) && b?.includes(other)) || (a?.includes(other) && b?.includes(one)),
    );
    const lists = { mine: a?.length ?? null, theirs: b?.length ?? null, both: common(a ?? [], b ?? []) };
    return overlapFit(match, { ...lists, clashes: clashes.length });
  };
  if (!match.activities)
    return (mine, theirs) => compare(valuesIn(pickedOf(question, mine)), valuesIn(pickedOf(self, theirs)));
  return (mine, theirs) => {
    const [a, b] = [activitiesOf(question, mine), activitiesOf(self, theirs)];
    if (!a || !b) return null;
    return a.any || b.any ? 1 : compare(a.tags, b.tags);
  };
}

function byTag(question: ScoredQuestion<'tag'>, self: Question): Score {
  return (mine, theirs) => {
    const [wish, picked] = [chosenOf(question, mine), pickedOf(self, theirs)];
    if (!wish || !picked?.length) return null;
    return picked.some(({ tags }) => tags?.includes(wish.value)) ? 1 : question.match.otherwise;
  };
}

function byChecks(question: ScoredQuestion<'checks'>, self: Question): Score {
  return (mine, theirs) => {
    const picked = pickedOf(question, mine);
    if (!picked?.length || pickedOf(self, theirs) === null) return null;
    const hits = picked
      .flatMap(({ checks = [] }) => checks)
      .filter((check) => isTrue(check, mine, theirs))
      .reduce((sum, { counts = 1 }) => sum + counts, 0);
    return checksFit(hits);
  };
}

function byDistance(question: ScoredQuestion<'distance'>): Score {
  const scales = scalesOf(question);
  const widest = Math.max(...scales.map(({ steps }) => steps));
  return (mine, theirs) => {
    const gaps = scales.flatMap(({ of }) => {
      const [a, b] = [of(mine), of(theirs)];
      return a === null || b === null ? [] : [Math.abs(a - b)];
    });
    return gaps.length === 0 ? null : 1 - gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / widest;
  };
}

function scoreOf(question: ScoredQuestion, self: Question): Score {
  if (isBy(question, 'overlap')) return byOverlap(question, self);
  if (isBy(question, 'tag')) return byTag(question, self);
  if (isBy(question, 'checks')) return byChecks(question, self);
  if (isBy(question, 'distance')) return byDistance(question);
  return byChoice(question as ScoredQuestion<'table' | 'rank' | 'nearness'>);
}

/** Wishes before what both answer, the heavier first. */
const order = (a: Term, b: Term) =>
  Number(b.question !== b.self) - Number(a.question !== a.self) || b.weight - a.weight;

/** The terms of the score, from the declarations of the questions (decisions/007). */
export function termsOf(questions: readonly Question[]): readonly Term[] {
  const find = finder(questions);
  return questions
    .filter(isScored)
    .map((question) => {
      const self = selfOf(question, find);
      return { question, self, weight: question.match.weight, score: scoreOf(question, self) };
    })
    .sort(order);
}
