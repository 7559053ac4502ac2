import type { Dictionary } from '@flint/texts';

/** The components' own texts in Canadian French, by the English text. */
export const fr: Dictionary = {
  '{n} of {max} chosen': ['{n} choisi sur {max}', '{n} choisis sur {max}'],
  '{share} percent': '{share} %',
  '{what}: highest': '{what} : maximum',
  '{what}: lowest': '{what} : minimum',
  Cancel: 'Annuler',
  Close: 'Fermer',
  Dismiss: 'Fermer',
  Language: 'Langue',
  'Try Again': 'Réessayer',
};
