import type { Dictionary } from '@flint/texts/catalogue';

/** What the service says in words, in Canadian French, by the English text. */
export const fr: Dictionary = {
  '{list} and {last}': '{list} et {last}',
  'You both enjoy {labels}': 'Vous aimez tous les deux : {labels}',
  'They call themselves {labels}; you look for that':
    'Se décrit ainsi : {labels} ; c’est ce que vous cherchez',
  'They call themselves {labels}; you look for both': 'Se décrit ainsi : {labels} ; vous cherchez les deux',
  'You are both here for the same thing: {label}': 'Vous cherchez la même chose : {label}',
  'You both prefer to let things settle before raising them':
    'Vous préférez tous les deux laisser retomber les choses avant d’en parler',
  'You both say things straight': 'Vous dites tous les deux les choses franchement',
  'You both like space between dates': 'Vous aimez tous les deux avoir de l’espace entre les rendez-vous',
  'You both like to talk every day': 'Vous aimez tous les deux vous parler chaque jour',
  'You both like last-minute plans': 'Vous aimez tous les deux les projets de dernière minute',
  'You both like plans made ahead': 'Vous aimez tous les deux prévoir à l’avance',
  'You both like light and funny conversations':
    'Vous aimez tous les deux les conversations légères et drôles',
  'You both like deep conversations': 'Vous aimez tous les deux les conversations profondes',
  'A good weekend for both of you: {labels}': 'Une bonne fin de semaine pour vous deux : {labels}',
  'A first date you would both like: {labels}': 'Un premier rendez-vous qui plairait à vous deux : {labels}',
  'Right now you both put first: {labels}': 'En ce moment, votre priorité commune : {labels}',
  'You both feel cared for by {labels}': 'Ce qui vous touche tous les deux : {labels}',
  'The same pace feels right to you both: {label}': 'Le même rythme vous convient : {label}',
  'Your weeks look alike: {label}': 'Vos semaines se ressemblent : {label}',
  'They enjoy {labels}, as you hope': 'Aime, comme vous l’espérez : {labels}',
  'Few people fit everything you asked for. Relaxing your firm no "{answer}" would add about {gain} people.':
    'Peu de personnes correspondent à tout ce que vous demandez. Assouplir votre refus ferme « {answer} » en ajouterait environ {gain}.',
  'Few people fit everything you asked for. Relaxing the ages you would like to meet would add about {gain} people.':
    'Peu de personnes correspondent à tout ce que vous demandez. Élargir les âges souhaités en ajouterait environ {gain}.',

  'This field is not known.': 'Ce champ est inconnu.',
  'Idempotency-Key must be 8 to 128 visible characters.':
    'Idempotency-Key doit compter de 8 à 128 caractères visibles.',
  'Please leave out a link.': 'Veuillez retirer le lien.',
  'Please leave out a phone number.': 'Veuillez retirer le numéro de téléphone.',
  'Please leave out a username.': 'Veuillez retirer le nom d’utilisateur.',
  'Please leave out an insult.': 'Veuillez retirer l’insulte.',
  'Nobody is older than {n}.': 'Personne n’a plus de {n} ans.',
  'This is not a date.': 'Ceci n’est pas une date.',
  'A range ends after it starts.': 'Une plage se termine après son début.',
  'This is not a time zone.': 'Ceci n’est pas un fuseau horaire.',
  'This instant is in the future.': 'Cet instant est dans le futur.',
  'Choose a time that differs from the proposed one.': 'Choisissez un moment différent de celui proposé.',
  'This photo is not known.': 'Cette photo est inconnue.',
  'This upload address has expired.': 'Cette adresse d’envoi a expiré.',
  'This is not the offer of the address.': 'Ce n’est pas l’invitation de cette adresse.',
  'Say which time you propose.': 'Dites quel moment vous proposez.',
};
