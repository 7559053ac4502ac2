import { assertQuestions } from './assert-questions';
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

/** Whether the first list is in the second, in the same order. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  const rest = [...whole];
  return part.every((value) => {
    const at = rest.indexOf(value);
    rest.splice(0, at + 1);
    return at >= 0;
  });
}

describe('the catalogue of questions', () => {
  it('ids, order, types and option values - of the printed list - are still there; others may be added', () => {
    const split = (line: string): [string, string] => {
      const [head = '', values = ''] = line.split(': ');
      return [head, values];
    };
    const now = QUESTIONS.flatMap(stableParts).map(split);
    const before = (printed as string[]).map(split);
    expect(
      isWithin(
        before.map(([head]) => head),
        now.map(([head]) => head),
      ),
    ).toBe(true);
    const valuesNow = new Map(now);
    const lost = before.filter(
      ([head, values]) => !isWithin(values.split(' '), (valuesNow.get(head) ?? '').split(' ')),
    );
    expect(lost).toEqual([]);
  });

  it('its questions - are ordered by their 6 sections', () => {
    expect(SECTIONS).toHaveLength(6);
    expect(QUESTIONS.map(({ id, section }) => [section, id])).toEqual(
      SECTIONS.flatMap(({ id, questions }) => questions.map((question) => [id, question])),
    );
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length);
  });

  it('its declarations - can be asked, stored and scored', () =>
    expect(() => assertQuestions(QUESTIONS)).not.toThrow());

  it('what matching needs - are questions', () => {
    for (const id of NEEDED_FOR_MATCHING) expect(findQuestion(id)).toBeDefined();
  });

  it('ethnicity, height and attachment - take no part in matching', () => {
    for (const id of ['ethnicity', 'height_feet_inches', 'attachment_self'])
      expect(['none', 'display']).toContain(findQuestion(id)?.match.role);
  });
});
