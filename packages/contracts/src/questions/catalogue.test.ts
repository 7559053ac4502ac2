import { COMPARISONS, FACTS, ACTIVITY_TAGS } from './matching-facts';
import { findQuestion, QUESTIONS } from './catalogue';
import { NEEDED_FOR_MATCHING } from './matchable';
import { SECTIONS } from './sections';
import printed from './testing/printed-list.json';
import type { Option, Question } from './types';

/** The parts of a question that must never change, as lines: its id and type, the keys of its fields, the values of its answers. */
function stableParts(question: Question): string[] {
  const { id, type } = question;
  const line = (name: string, values: readonly string[]) => `${name}: ${values.join(' ')}`;
  const values = (options: readonly Option[]) => options.map(({ value }) => value);
  const keys = (fields: readonly { readonly key: string }[]) => fields.map(({ key }) => key);
  const start = `${id} ${type}`;
  if ('options' in question) return [line(start, values(question.options))];
  if (type === 'select_group')
    return [start, ...question.fields.map((field) => line(`${id}.${field.key}`, values(field.options)))];
  if (type === 'scales') return [line(start, keys(question.scales))];
  if (type === 'bundle_intro') return [line(start, keys(question.fields))];
  return [start];
}

const optionsOf = (question: Question): readonly Option[] =>
  'options' in question
    ? question.options
    : question.type === 'select_group'
      ? question.fields.flatMap(({ options }) => options)
      : [];

describe('the catalogue of questions', () => {
  it('ids, order, types and option values - are those of the printed list', () =>
    expect(QUESTIONS.flatMap(stableParts)).toEqual(printed));

  it('its 37 questions - are ordered by their 6 sections', () => {
    // options may be added, never removed
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(37);
    expect(SECTIONS).toHaveLength(6);
    expect(QUESTIONS.map(({ id, section }) => [section, id])).toEqual(
      SECTIONS.flatMap(({ id, questions }) => questions.map((question) => [id, question])),
    );
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length);
  });

  it('the weights of the soft terms - sum to 100', () => {
    const weights = QUESTIONS.map(({ match }) => (match.role === 'soft' ? (match.weight ?? 0) : 0));
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(100);
  });

  it('within a question - no value and no label appears twice', () => {
    for (const question of QUESTIONS) {
      const sets = question.type === 'select_group' ? question.fields : [question];
      for (const set of sets) {
        const options = 'options' in set ? set.options : [];
        expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
        expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
      }
    }
  });

  it('everything that an option refers to - exists', () => {
    for (const option of QUESTIONS.flatMap(optionsOf)) {
      const { fact, compare } = option.check ?? {};
      if (fact) expect(FACTS).toHaveProperty(fact);
      if (compare) expect(COMPARISONS).toHaveProperty(compare);
      if (option.activity) expect(ACTIVITY_TAGS).toContain(option.activity);
    }
    for (const id of NEEDED_FOR_MATCHING) expect(findQuestion(id)).toBeDefined();
  });

  it('ethnicity, height and attachment - take no part in matching', () => {
    for (const id of ['ethnicity', 'height_feet_inches', 'attachment_self'])
      expect(['none', 'display']).toContain(findQuestion(id)?.match.role);
  });

  it('every sensitive question - has a note on the use of its answer', () => {
    const silent = QUESTIONS.filter(({ sensitive, privacy }) => sensitive && !privacy);
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
