import type { Dictionary } from '@flint/texts';

/** The screen's texts in Canadian French; the key is the English text. */
export const fr: Dictionary = {
  Rides: 'Trajets',
  'You are signed in as {email}.': 'Vous êtes connecté avec {email}.',
  'Your profile is {n} % complete.': 'Votre profil est rempli à {n} %.',
  Loading: 'Chargement',
  '{n} seats': ['{n} place', '{n} places'],
  'Offer a seat': 'Offrir une place',
  'Release {version}': 'Version {version}',
};
