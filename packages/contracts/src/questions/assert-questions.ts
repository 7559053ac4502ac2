import type { Check, Option, Question } from './types';

/** A list is compared bit by bit, in two words of 32 bits, of which five hold the count. */
const LONGEST_LIST = 59;
const MOST_CHOICES = 29;
/** Firm noes are one word for all questions, because every pair is tested for them. */
const MOST_FIRM_CHECKS = 32;
const VISIBLE = ['profile', 'match reason'];

const TYPES: Readonly<Record<string, readonly Question['type'][]>> = {
  table: ['single_select'],
  rank: ['single_select'],
  nearness: ['single_select'],
  tag: ['single_select'],
  overlap: ['multi_select', 'limited_chips'],
  checks: ['multi_select', 'limited_chips'],
  distance: ['scales', 'select_group'],
};

const optionsOf = (question: Question): readonly Option[] => ('options' in question ? question.options : []);
const setsOf = (question: Question): readonly (readonly Option[])[] =>
  question.type === 'select_group' ? question.fields.map(({ options }) => options) : [optionsOf(question)];
const repeated = (values: readonly string[]) => values.find((value, at) => values.indexOf(value) !== at);

const conditionsOf = ({ me = [], they }: Check) => [...me, ...they];

/** The first thing that is wrong with a question, in one sentence. */
function problemOf(question: Question, byId: ReadonlyMap<string, Question>): string | null {
  const { id, type, match, title, visibility, sensitive, privacy } = question;
  const options = optionsOf(question);
  const unknown = (values: readonly string[], of: Question | undefined = question) => {
    const known = of ? setsOf(of).flatMap((set) => set.map(({ value }) => value)) : [];
    return values.find((value) => !known.includes(value));
  };
  if (!title) return `${id} has no words.`;
  if (sensitive && !privacy) return `${id} is sensitive and does not say what its answer is used for.`;
  for (const set of setsOf(question)) {
    const silent = set.find(({ label }) => !label);
    if (silent) return `The option ${silent.value} of ${id} has no words.`;
    const twice = repeated(set.map(({ value }) => value)) ?? repeated(set.map(({ label }) => label));
    if (twice) return `${id} has the option “${twice}” twice.`;
  }
  for (const { value, checks = [] } of options) {
    for (const { question: about, key, has = [], lacks = [], only } of checks.flatMap(conditionsOf)) {
      const asked = byId.get(about);
      const wrong = asked && unknown([...has, ...lacks, ...(only ? [only] : [])], asked);
      if (!asked || wrong)
        return `The option ${value} of ${id} names ${wrong ?? about}, which does not exist.`;
      if (key && !(asked.type === 'select_group' && asked.fields.some((field) => field.key === key)))
        return `The option ${value} of ${id} names ${about}.${key}, which does not exist.`;
    }
  }
  if ('firm' in match && match.firm) {
    if (options.length === 0) return `${id} cannot be a firm no: its answers have no options.`;
    const empty = options.find(({ exclusive, checks }) => !exclusive && !checks?.length);
    if (empty) return `The firm no ${empty.value} of ${id} checks nothing.`;
  }
  if (match.role !== 'soft') return null;
  if (!TYPES[match.by]?.includes(type))
    return `${id} cannot be scored by ${match.by}: it is of type ${type}.`;
  if (!(match.weight > 0)) return `The weight of ${id} is not a positive number.`;
  const self = 'of' in match && match.of !== undefined ? byId.get(match.of) : question;
  if (!self || ('of' in match && match.of && optionsOf(self).length === 0))
    return `${id} is compared with ${'of' in match ? match.of : id}, which is no question with options.`;
  if (self !== question && 'of' in self.match && self.match.of)
    return `${id} is compared with ${self.id}, which is a wish itself.`;
  if (match.by === 'overlap' && match.activities && match.of)
    return `${id} compares activities with another question.`;
  const isLong = [question, self].find(
    (each) => each.type === 'multi_select' && each.options.length > MOST_CHOICES,
  );
  if (isLong) return `${isLong.id} has more than ${MOST_CHOICES} choices and is scored.`;
  if (options.length > LONGEST_LIST) return `${id} has more than ${LONGEST_LIST} options and is scored.`;
  const named =
    match.by === 'table'
      ? [...Object.keys(match.fits), ...Object.values(match.fits).flatMap(Object.keys)]
      : match.by === 'nearness'
        ? match.groups.flat()
        : match.by === 'overlap'
          ? (match.opposites ?? []).flat()
          : [];
  const wrong = unknown(named) ?? (match.by === 'overlap' ? unknown(named, self) : undefined);
  if (wrong) return `The score of ${id} names the option ${wrong}, which does not exist.`;
  if (match.by === 'nearness' && !(match.far >= 0 && match.far < match.near && match.near <= 1))
    return `The nearness of ${id} does not fall from at most 1 to at least 0.`;
  if (match.by === 'table') {
    const { fits } = match;
    const uneven = Object.entries(fits).find(([a, row]) =>
      Object.entries(row).some(([b, fit]) => !(fit >= 0 && fit <= 1) || fits[b]?.[a] !== fit),
    );
    const gap = Object.values(fits).find((row) => Object.keys(fits).some((value) => !(value in row)));
    if (gap) return `The table of ${id} does not score every two options.`;
    if (uneven) return `The table of ${id} is not symmetric from 0 to 1 at ${uneven[0]}.`;
  }
  if (match.by === 'rank' && new Set(options.flatMap(({ rank }) => rank ?? [])).size < 2)
    return `${id} is scored by rank and has fewer than two ranks.`;
  if (match.by === 'overlap' && (match.opposites ?? []).length > 16)
    return `${id} has more than 16 opposites.`;
  const speaks =
    ('reason' in match && match.reason) ||
    (type === 'scales' && question.scales.some((scale) => scale.reason));
  if (speaks && !VISIBLE.includes(self === question ? visibility : self.visibility))
    return `The reason of ${id} would show ${self.id}, which is private.`;
  return null;
}

/** Throws an error of one sentence for questions that cannot be asked, stored or scored as they are declared. */
export function assertQuestions(questions: readonly Question[]): void {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const twice = repeated(questions.map(({ id }) => id));
  const weights = questions.reduce((sum, { match }) => sum + (match.role === 'soft' ? match.weight : 0), 0);
  const firm = questions.flatMap((question) =>
    'firm' in question.match ? optionsOf(question).flatMap(({ checks = [] }) => checks) : [],
  );
  const problem =
    (twice && `There are two questions ${twice}.`) ??
    questions.map((question) => problemOf(question, byId)).find(Boolean) ??
    (Math.abs(weights - 100) > 1e-9
      ? `The weights of the scored questions sum to ${weights}, not to 100.`
      : null) ??
    (firm.length > MOST_FIRM_CHECKS
      ? `There are ${firm.length} checks of firm noes, more than ${MOST_FIRM_CHECKS}.`
      : null);
  if (problem) throw new Error(problem);
}
