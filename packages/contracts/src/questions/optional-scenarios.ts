import { DATE_TYPES } from './dates';
import type { Entry } from './types';
import { words } from './words';

/** Section 'Optional date scenarios' of the questionnaire (spec 3). Ids and option values never change; wording may. */
export const OPTIONAL_SCENARIOS: readonly Entry[] = [
  {
    required: false,
    id: 'ideal_date_types',
    type: 'multi_select',
    title: words('Which of these dates would you say yes to?', 'À quelles sorties diriez-vous oui ?'),
    help: words('We use these to suggest activities.', 'Nous nous en servons pour proposer des activités.'),
    options: DATE_TYPES,
    match: { role: 'soft', by: 'overlap', activities: true, weight: 1 },
    visibility: 'match reason',
  },
];
