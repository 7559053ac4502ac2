import { COMPARISONS, FACTS, ACTIVITY_TAGS } from './matching-facts';
import { findQuestion, QUESTIONS } from './catalogue';
import { NEEDED_FOR_MATCHING } from './matchable';
import { SECTIONS } from './sections';
import printed from './testing/printed-list.json';
import type { Option, Question } from './types';

/** The parts of a question that must never change: its id, its type, and the values of its answers. */
function stableParts(question: Question) {
  const { id, type } = question;
  const values = (options: readonly Option[]) => options.map(({ value }) => value);
  if ('options' in question) return { id, type, values: values(question.options) };
  if (type === 'select_group')
    return { id, type, fields: Object.fromEntries(question.fields.map((f) => [f.key, values(f.options)])) };
  if (type === 'scales') return { id, type, keys: question.scales.map(({ key }) => key) };
  if (type === 'bundle_intro') return { id, type, keys: question.fields.map(({ key }) => key) };
  return { id, type };
}

const optionsOf = (question: Question): readonly Option[] =>
  'options' in question
    ? question.options
    : question.type === 'select_group'
      ? question.fields.flatMap(({ options }) => options)
      : [];
const labelsOf = (id: string) => optionsOf(findQuestion(id)!).map(({ label }) => label);

describe('the catalogue of questions', () => {
  it('ids, order, types and option values - are those of the printed list', () =>
    expect(QUESTIONS.map(stableParts)).toEqual(printed));

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

  it.each([
    ['pronouns', ['he/him', 'she/her', 'they/them']],
    ['academic_info', ['1st Year', '2nd Year', '3rd Year', '4th+ Year', 'Graduate Student']],
    ['gender_identity', ['Man', 'Woman']],
    [
      'major_program',
      'Engineering, Commerce, Nursing, Arts, Science, Computer Science, Kinesiology, Health Sci, Life Sci, Con. Ed.'.split(
        ', ',
      ),
    ],
    ['intent', ['Serious relationship', 'Open to exploring', 'Casual dating', 'Activity buddy']],
  ])('%s - the options the specification fixes - stand word for word', (id, labels) =>
    expect(labelsOf(id)).toEqual(labels),
  );

  it.each([
    ['meeting_preference', 12],
    ['lifestyle_dealbreakers', 12],
  ])('%s - has %i options (spec 3)', (id, count) => expect(labelsOf(id)).toHaveLength(count));

  it('the three habits - five choices each, the last one Prefer not to say (spec 3)', () => {
    const substances = findQuestion('substances');
    const fields = substances?.type === 'select_group' ? substances.fields : [];
    expect(fields.map(({ key }) => key)).toEqual([
      'drinking_preference',
      'smoking_preference',
      'cannabis_preference',
    ]);
    for (const { options } of fields) {
      expect(options).toHaveLength(5);
      expect(options.at(-1)).toMatchObject({ label: 'Prefer not to say', exclusive: true });
    }
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
