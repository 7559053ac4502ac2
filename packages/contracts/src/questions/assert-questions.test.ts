import { assertQuestions } from './assert-questions';
import { QUESTIONS } from './catalogue';
import type { Question } from './types';
import { option, words } from './words';

const yes = option('yes', 'Yes indeed', 'Oui, vraiment');
const no = option('no', 'Not at all', 'Pas du tout');
const pets = {
  id: 'pets',
  section: 'self_description',
  type: 'single_select',
  title: words('Would you keep a pet?', 'Auriez-vous un animal ?'),
  options: [yes, no],
  required: false,
  visibility: 'private',
  match: { role: 'none' },
} as const satisfies Question;
const soft = { role: 'soft', weight: 3 } as const;

/** Declarations that the types would refuse are possible in JavaScript. */
const without = (changed: object) => () => {
  const given = Object.entries({ ...pets, ...changed }).filter(([, value]) => value !== undefined);
  assertQuestions([...QUESTIONS, Object.fromEntries(given) as unknown as Question]);
};

describe('declarations', () => {
  it('of a question that is not scored - are accepted beside the others', () =>
    expect(without({})).not.toThrow());

  it.each<[string, object, string]>([
    [
      'weights that do not sum to 100',
      { match: { ...soft, by: 'nearness', groups: [], near: 1, far: 0 } },
      'sum to 103',
    ],
    [
      'a weight of nothing',
      { match: { ...soft, weight: 0, by: 'nearness', groups: [], near: 1, far: 0 } },
      'not a positive',
    ],
    [
      'an option without words',
      { options: [yes, { value: 'no', label: '' }] },
      'The option no of pets has no words.',
    ],
    ['a question without words', { title: '' }, 'pets has no words.'],
    ['an id twice', { id: 'intent' }, 'two questions intent'],
    ['an option twice', { options: [yes, yes] }, 'has the option “yes” twice'],
    [
      'a firm no on free text',
      { type: 'text', options: undefined, match: { role: 'hard_filter', firm: true } },
      'cannot be a firm no',
    ],
    ['a firm no that checks nothing', { match: { role: 'hard_filter', firm: true } }, 'checks nothing'],
    [
      'a check of an unknown question',
      { options: [yes, { ...no, checks: [{ they: [{ question: 'fish', has: ['x'] }] }] }] },
      'names fish',
    ],
    [
      'a check of an unknown option',
      { options: [yes, { ...no, checks: [{ they: [{ question: 'intent', has: ['x'] }] }] }] },
      'names x',
    ],
    [
      'a check of an unknown field',
      {
        options: [
          yes,
          { ...no, checks: [{ they: [{ question: 'substances', key: 'x', has: ['rarely'] }] }] },
        ],
      },
      'substances.x',
    ],
    [
      'free text that is scored',
      { type: 'text', options: undefined, match: { ...soft, by: 'overlap' } },
      'cannot be scored by overlap',
    ],
    [
      'a wish about no question',
      { type: 'limited_chips', match: { ...soft, by: 'overlap', of: 'fish' } },
      'compared with fish',
    ],
    [
      'a wish about a wish',
      { type: 'limited_chips', match: { ...soft, by: 'overlap', of: 'ideal_red_flags' } },
      'a wish itself',
    ],
    ...[
      [1.5, 0.5],
      [0.5, 0.5],
      [0.5, -0.5],
    ].map(([near, far]): [string, object, string] => [
      `a nearness from ${near} to ${far}`,
      { match: { ...soft, by: 'nearness', groups: [], near, far } },
      'does not fall from at most 1 to at least 0',
    ]),
    [
      'a lopsided table',
      { match: { ...soft, by: 'table', fits: { yes: { yes: 1, no: 0.5 }, no: { yes: 0.4, no: 1 } } } },
      'not symmetric',
    ],
    [
      'a table of unknown options',
      { match: { ...soft, by: 'table', fits: { maybe: { maybe: 1 } } } },
      'names the option maybe',
    ],
    [
      'a table with a gap',
      { match: { ...soft, by: 'table', fits: { yes: { yes: 1 }, no: { no: 1 } } } },
      'does not score',
    ],
    ['ranks that are missing', { match: { ...soft, by: 'rank' } }, 'fewer than two ranks'],
    [
      'a reason that shows a private answer',
      { match: { ...soft, by: 'nearness', groups: [], near: 1, far: 0, reason: { text: '{labels}' } } },
      'which is private',
    ],
    ['a sensitive question without a note', { sensitive: true }, 'does not say what'],
    [
      'a scored list that is too long',
      {
        type: 'limited_chips',
        options: Array.from({ length: 60 }, (_, at) => ({ value: `v${at}`, label: `v${at}` })),
        match: { ...soft, by: 'overlap' },
      },
      'more than 59 options',
    ],
  ])('with %s - are refused in one sentence', (_what, changed, sentence) => {
    expect(without(changed)).toThrow(sentence);
    expect(without(changed)).toThrow(/^[^.]+\.[^.]*\.?$/);
  });

  it('of one English text with two translations - are refused', () =>
    expect(() => words('Yes indeed', 'Si')).toThrow('has two translations'));

  it('of a firm no on free text, or of a scored one - are refused by the types', () => {
    const typed: Question = {
      ...pets,
      type: 'text',
      // @ts-expect-error: free text has no options, so nothing can be firm
      match: { role: 'hard_filter', firm: true },
    };
    // @ts-expect-error: free text cannot be compared
    const scored: Question = { ...pets, type: 'text', match: { ...soft, by: 'overlap' } };
    for (const each of [typed, scored]) expect(() => assertQuestions([...QUESTIONS, each])).toThrow();
  });
});
