import type { Dictionary } from '@flint/texts';

/** The components' texts in Canadian French; the key is the English text. */
export const fr: Dictionary = {
  '{n} of {max} chosen': ['{n} choisi sur {max}', '{n} choisis sur {max}'],
  '{city} time': 'fuseau {city}',
  '{share} percent': '{share} %',
  '{what}: highest': '{what} : maximum',
  '{what}: lowest': '{what} : minimum',
  'A part of it did not arrive. Everything else keeps working.':
    'Une partie n’est pas arrivée. Tout le reste fonctionne.',
  Agreed: 'Convenu',
  Cancel: 'Annuler',
  Close: 'Fermer',
  Dismiss: 'Fermer',
  'Keep mine': 'Garder le mien',
  Language: 'Langue',
  'On this device': 'Sur cet appareil',
  Reload: 'Recharger',
  'Saved on another device': 'Enregistré sur un autre appareil',
  'This could not be opened': 'Ouverture impossible',
  'Try Again': 'Réessayer',
  'Use the other': 'Prendre l’autre',
  'Swap in “{wanted}” for': 'Mettre « {wanted} » à la place de',
  'Choose another to swap it in.': 'Choisissez-en un autre pour l’échanger.',
  'instead of': 'au lieu de',
  'Waiting for you': 'En attente de vous',
  'Waiting for them': 'En attente de l’autre',
  'You are free': 'Vous êtes libre',
  'You are both free': 'Vous avez ces heures en commun',
};
