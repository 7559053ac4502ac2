import type { Entry } from '../types';
import { option, words } from '../words';

const soft = { role: 'soft', weight: 1 } as const;
const listed = { visibility: 'match reason' };
const two = [option('one', 'Number one', 'Numéro un'), option('two', 'Number two', 'Numéro deux')];
const title = (id: string) => words(`Question ${id}`, `Question (${id})`);
const reason = (id: string) => ({ text: words(`${id}: {labels}`, `${id}, {labels}`) });
const chips = (
  id: string,
  options: Entry extends infer E ? (E extends { options: infer O } ? O : never) : never,
) => ({ id, ...listed, type: 'limited_chips', title: title(id), options }) as const;
const single = (id: string) =>
  ({ id, ...listed, type: 'single_select', title: title(id), options: two }) as const;
const ranked = two.map((each, rank) => ({ ...each, rank }));
const tagged = two.map((each) => ({ ...each, tags: ['honesty'] }));
const checking = two.map((each) => ({
  ...each,
  checks: [{ they: [{ question: 'new_list', has: [each.value] }] }],
}));
const fits = { one: { one: 1, two: 0 }, two: { one: 0, two: 1 } };
/** An entry of each kind of score, and of some that are not scored. */
export const ADDED: readonly Entry[] = [
  { ...single('new_table'), match: { ...soft, by: 'table', fits, reason: reason('new_table') } },
  { ...single('new_rank'), options: ranked, match: { ...soft, by: 'rank', reason: reason('new_rank') } },
  {
    ...single('new_near'),
    match: {
      ...soft,
      by: 'nearness',
      groups: [['one', 'two']],
      near: 0.5,
      far: 0,
      reason: reason('new_near'),
    },
  },
  { ...chips('new_list', tagged), match: { ...soft, by: 'overlap', reason: reason('new_list') } },
  {
    ...chips('new_wish', two),
    match: { ...soft, by: 'overlap', of: 'new_list', reason: reason('new_wish') },
  },
  {
    ...single('new_value'),
    options: [option('honesty', 'Being honest', 'Être honnête')],
    match: { ...soft, by: 'tag', of: 'new_list', otherwise: 0 },
  },
  { ...chips('new_niggles', checking), match: { ...soft, by: 'checks', of: 'new_list' } },
  {
    id: 'new_levels',
    ...listed,
    type: 'scales',
    title: title('new_levels'),
    min: 1,
    max: 5,
    default: 3,
    scales: [
      {
        key: 'volume',
        label: words('Volume', 'Le volume'),
        minLabel: words('Low', 'Bas'),
        maxLabel: words('High', 'Haut'),
        reason: {
          low: words('new_levels: both low', 'new_levels, bas'),
          high: words('new_levels: both high', 'new_levels, haut'),
        },
      },
    ],
    match: { ...soft, by: 'distance' },
  },
  {
    id: 'new_firm',
    type: 'multi_select',
    title: title('new_firm'),
    required: false,
    options: checking,
    visibility: 'private',
    match: { role: 'hard_filter', firm: true },
  },
  {
    id: 'new_outing',
    type: 'multi_select',
    title: title('new_outing'),
    required: false,
    options: [
      option('kite', 'Fly a kite', 'Un cerf-volant', {
        activity: 'outdoors',
        doable: { kinds: ['park_outdoors'] },
      }),
    ],
    visibility: 'match reason',
    match: { role: 'offer_hint' },
  },
  {
    id: 'new_essay',
    type: 'text',
    title: title('new_essay'),
    required: false,
    maxLength: 20,
    visibility: 'private',
    match: { role: 'none' },
  },
];

/** New weights of questions of the same section, which give the eight weights of the added ones. */
const LIGHTER: Readonly<Record<string, number>> = { communication_style_self: 4, hobbies_interests: 3 };

/** The section 'Self-description' as its file would be after one edit. */
export const withAdded = (entries: readonly Entry[]): readonly Entry[] => [
  ...entries.map((entry) =>
    entry.id in LIGHTER
      ? ({ ...entry, match: { ...entry.match, weight: LIGHTER[entry.id] } } as Entry)
      : entry,
  ),
  ...ADDED,
];
