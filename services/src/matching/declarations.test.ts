import { answersTo } from '@flint/contracts/questions/testing/answer-arbitrary';
import { ACTIVITY_TAGS } from '@flint/contracts/questions/vocabularies';
import type { Answers, Check, Condition, Option, Question } from '@flint/contracts/questions/types';
import { isShort } from '@flint/testing/long';
import fc from 'fast-check';
import { createEngine } from './packed/engine';
import { createActivities } from './rules/activities';
import { createReasons } from './rules/reasons';
import { createScore } from './rules/score';

type Gen = fc.GeneratorValue;
const PEOPLE = 6;

const chance = (g: Gen, percent: number) => g(fc.integer, { min: 1, max: 100 }) <= percent;
const someOf = <T>(g: Gen, values: readonly T[]) => g(fc.subarray<T>, [...values], { minLength: 1 });
const oneOf = <T>(g: Gen, values: readonly T[]) => values[g(fc.nat, { max: values.length - 1 })]!;
const valuesIn = (question: Question) =>
  'options' in question ? question.options.map(({ value }) => value) : [];

function optionsFor(g: Gen, id: string): Option[] {
  const size = g(fc.integer, { min: 3, max: chance(g, 20) ? 40 : 9 });
  return Array.from({ length: size }, (_, at) => ({
    value: `${id}_${at}`,
    label: `${id} ${at}`,
    // two of each kind at least, so that a list can be scored
    ...(at > 1 && chance(g, 10) && { exclusive: true }),
    ...(at > 1 && chance(g, 10) && { scored: false }),
    ...(chance(g, 60) && { activity: chance(g, 10) ? null : oneOf(g, ACTIVITY_TAGS) }),
    rank: at > 2 && chance(g, 20) ? null : at,
  }));
}

const base = (id: string) => ({
  id,
  section: 'self_description' as const,
  title: id,
  required: false,
  visibility: 'profile',
});

/** A question of any type with options, not scored. */
function targetOf(g: Gen, id: string): Question {
  const options = optionsFor(g, id);
  const target = { ...base(id), options, match: { role: 'target' as const } };
  return chance(g, 50) || options.length > 29
    ? { ...target, type: 'limited_chips', maxSelections: g(fc.integer, { min: 1, max: 5 }) }
    : { ...target, type: 'multi_select' };
}

function conditionOn(g: Gen, targets: readonly Question[]): Condition {
  const question = oneOf(g, targets);
  const values = valuesIn(question);
  if (chance(g, 20)) return { question: question.id, only: oneOf(g, values) };
  return { question: question.id, [chance(g, 30) ? 'lacks' : 'has']: someOf(g, values) };
}

const checkOn = (g: Gen, targets: readonly Question[]): Check => ({
  ...(chance(g, 30) && { me: [conditionOn(g, targets)] }),
  they: [conditionOn(g, targets), ...(chance(g, 30) ? [conditionOn(g, targets)] : [])],
  ...(chance(g, 20) && { counts: 2 }),
});

const withChecks = (g: Gen, options: readonly Option[], targets: readonly Question[], most: number) =>
  options.slice(0, most).map((option) => ({ ...option, checks: [checkOn(g, targets)] }));

/** A scored question of any kind, with the weight 1. */
function scoredOf(g: Gen, id: string, targets: readonly Question[]): Question {
  const soft = { role: 'soft' as const, weight: 1 };
  const self = oneOf(g, targets);
  const options = optionsFor(g, id);
  const values = options.map(({ value }) => value);
  const reason = { text: `${id} {labels}`, most: oneOf(g, [1, 2] as const) };
  const single = { ...base(id), type: 'single_select' as const, options };
  const chips = { ...base(id), type: 'limited_chips' as const, maxSelections: 4 };
  switch (g(fc.nat, { max: 9 })) {
    case 0: {
      const known = someOf(g, values);
      const fit = (a: number, b: number) => (a === b ? 1 : ((a + 1) * (b + 1)) / 2_000);
      const fits = Object.fromEntries(
        known.map((a, i) => [a, Object.fromEntries(known.map((b, j) => [b, fit(i, j)]))]),
      );
      return { ...single, match: { ...soft, by: 'table', fits, reason } };
    }
    case 1:
      return { ...single, match: { ...soft, by: 'rank', reason: { ...reason, topic: 'same' } } };
    case 2: {
      const groups = [someOf(g, values), someOf(g, values)];
      return { ...single, match: { ...soft, by: 'nearness', groups, near: 0.8, far: 0.3, reason } };
    }
    case 3: {
      const wish = { ...single, options: ['x', 'y', 'z'].map((value) => ({ value, label: value })) };
      return { ...wish, match: { ...soft, by: 'tag', of: self.id, otherwise: 0.4 } };
    }
    case 4:
      return { ...chips, options, match: { ...soft, by: 'overlap', enough: 3, reason } };
    case 5:
      return { ...chips, options, match: { ...soft, by: 'overlap', activities: true, reason } };
    case 6: {
      const shared = 'options' in self ? self.options : [];
      const opposites = Array.from({ length: 3 }, () => {
        const scored = shared.filter(({ exclusive, scored: counts }) => !exclusive && counts !== false);
        return [oneOf(g, scored).value, oneOf(g, scored).value] as const;
      });
      const all = chance(g, 50) ? shared : [...shared, { value: `${id}_own`, label: 'own' }];
      return { ...chips, options: all, match: { ...soft, by: 'overlap', of: self.id, opposites, reason } };
    }
    case 7:
      return {
        ...chips,
        options: 'options' in self ? self.options : [],
        match: { ...soft, by: 'overlap', of: self.id, unwanted: true },
      };
    case 8:
      return {
        ...chips,
        options: withChecks(g, options, targets, 40),
        match: { ...soft, by: 'checks', of: self.id },
      };
    default: {
      const scales = ['a', 'b', 'c'].map((key) => ({
        key,
        label: key,
        minLabel: 'least',
        maxLabel: 'most',
        reason: { low: `${id} ${key} low`, high: `${id} ${key} high` },
      }));
      return {
        ...base(id),
        type: 'scales',
        min: 1,
        max: 5,
        default: 3,
        scales,
        match: { ...soft, by: 'distance' },
      };
    }
  }
}

/** A questionnaire of random declarations; the weights are shared out. */
function questionnaireOf(g: Gen): Question[] {
  const targets = ['t0', 't1'].map((id) => {
    const target = targetOf(g, id);
    return 'options' in target
      ? ({
          ...target,
          options: target.options.map((each) => ({ ...each, tags: someOf(g, ['x', 'y', 'z']) })),
        } as Question)
      : target;
  });
  const scored = Array.from({ length: g(fc.integer, { min: 1, max: 6 }) }, (_, at) =>
    scoredOf(g, `s${at}`, targets),
  );
  const firm: Question = {
    ...base('firm'),
    type: 'multi_select',
    options: withChecks(g, optionsFor(g, 'firm'), targets, 14),
    match: { role: 'hard_filter', firm: true },
  };
  return [
    ...targets,
    ...scored.map(
      (question) => ({ ...question, match: { ...question.match, weight: 100 / scored.length } }) as Question,
    ),
    firm,
  ];
}

const answersOf = (g: Gen, questions: readonly Question[]): Answers =>
  Object.fromEntries(
    questions.flatMap((question) => (chance(g, 85) ? [[question.id, g(() => answersTo(question))]] : [])),
  ) as Answers;

describe('random declarations', () => {
  it('of any kind - are scored, filtered and explained by the columns as by the rules', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const questions = questionnaireOf(g);
        const [engine, rules] = [createEngine(questions), createScore(questions)];
        const [{ reasonCodes, reasonText }, { activitiesWith }] = [
          createReasons(questions),
          createActivities(questions),
        ];
        const people = Array.from({ length: PEOPLE }, () => answersOf(g, questions));
        const tables = engine.allocate(PEOPLE);
        people.forEach((answers, row) => {
          const numbers = engine.encode({ id: String(row), answers, missedDates: 0, week: null });
          for (const [name, value] of Object.entries(numbers)) tables[name]![row] = value;
        });
        people.forEach((mine, a) =>
          people.forEach((theirs, b) => {
            expect(engine.scoreOf(tables, a, b)).toBeCloseTo(rules.compatibility(mine, theirs), 12);
            expect(engine.scoreOf(tables, a, b)).toBe(engine.scoreOf(tables, b, a));
            const isBroken = (tables.firmNoes[a]! & tables.firmTrue[b]!) !== 0;
            expect(isBroken).toBe(rules.breaksFirmNo(mine, theirs));
            const [own, other] = [engine.decode(tables, a), engine.decode(tables, b)];
            const reasons = reasonCodes(mine, theirs);
            const spoken = engine.spokenBy(tables, a, Uint32Array.of(b));
            expect(reasonCodes(own, other, (at) => spoken[at]![0]!)).toEqual(reasons);
            expect(activitiesWith(own)(other)).toEqual(activitiesWith(mine)(theirs));
            for (const code of reasons) expect(reasonText(code)).toMatch(/^s\d /);
            for (const { question, score } of rules.terms) {
              const kind = 'by' in question.match ? question.match.by : '';
              if (score(mine, theirs) !== null) seen.set(kind, (seen.get(kind) ?? 0) + 1);
            }
            if (isBroken) seen.set('firm', (seen.get('firm') ?? 0) + 1);
            if (reasons.length > 0) seen.set('reason', (seen.get('reason') ?? 0) + 1);
          }),
        );
      }),
      { numRuns: isShort ? 40 : 100, endOnFailure: true },
    );
    const kinds = ['table', 'rank', 'nearness', 'tag', 'overlap', 'checks', 'distance', 'firm', 'reason'];
    for (const kind of kinds) expect([kind, (seen.get(kind) ?? 0) > 20]).toEqual([kind, true]);
  });
});
