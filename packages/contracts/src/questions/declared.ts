import { CORE_PREFERENCES } from './core-preferences';
import { ELIGIBILITY_IDENTITY } from './eligibility-identity';
import { IDEAL_PARTNER } from './ideal-partner';
import { LIFESTYLE_PRIORITIES } from './lifestyle-priorities';
import { OPTIONAL_SCENARIOS } from './optional-scenarios';
import { SELF_DESCRIPTION } from './self-description';
import type { Entry, SectionId } from './types';
import { words } from './words';

const section = (id: SectionId, title: string, entries: readonly Entry[], required = true) => ({
  id,
  title,
  required,
  entries,
  /** Ids of its questions in the order asked. */
  questions: entries.map((entry) => entry.id),
});

export type Section = ReturnType<typeof section>;

/** The six sections in order (spec 3), each with its entries. Only the server reads it; a browser reads sections.ts. */
export const DECLARED: readonly Section[] = [
  section(
    'eligibility_identity',
    words('Eligibility and identity', 'Admissibilité et identité'),
    ELIGIBILITY_IDENTITY,
  ),
  section('core_preferences', words('Core preferences', 'Préférences essentielles'), CORE_PREFERENCES),
  section('self_description', words('Self-description', 'À propos de vous'), SELF_DESCRIPTION),
  section('ideal_partner', words('Ideal partner', 'La personne idéale pour vous'), IDEAL_PARTNER),
  section('lifestyle_priorities', words('Lifestyle priorities', 'Priorités de vie'), LIFESTYLE_PRIORITIES),
  section(
    'optional_scenarios',
    words('Optional date scenarios', 'Scénarios de rendez-vous facultatifs'),
    OPTIONAL_SCENARIOS,
    false,
  ),
];
