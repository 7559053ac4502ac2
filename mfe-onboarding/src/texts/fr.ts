import type { Dictionary } from '@flint/texts';

/** The questionnaire's own texts in Canadian French, by the English text; the questions' are in the contracts. */
export const fr: Dictionary = {
  'Loading your questions': 'Chargement de vos questions',
  'Unable to Load Your Answers': 'Impossible de charger vos réponses',

  Questionnaire: 'Questionnaire',
  'Question {number} of {count}': 'Question {number} sur {count}',
  'Elapsed seconds': 'Secondes écoulées',
  'Elapsed:': 'Temps écoulé :',
  '{seconds}s': '{seconds} s',
  'All questions': 'Toutes les questions',
  '{answered} of {count}': '{answered} sur {count}',
  Answered: 'Répondue',
  'check your date of birth': 'vérifiez votre date de naissance',
  'Not answered': 'Sans réponse',
  Optional: 'Facultatif',
  Back: 'Retour',
  Next: 'Suivant',
  Complete: 'Terminé',
  'See who is there': 'Voir qui est là',
  'Your answers have not arrived yet. Please try again in a moment.':
    'Vos réponses ne sont pas encore arrivées. Veuillez réessayer dans un instant.',
  Saved: 'Enregistré',
  'Saving…': 'Enregistrement…',
  'On this device, trying again': 'Sur cet appareil, nouvel essai',
  'Offline: kept on this device': 'Hors ligne : gardé sur cet appareil',
  'One answer was not saved': 'Une réponse n’a pas été enregistrée',
  'Change it': 'La modifier',

  'Nobody sees your answer.': 'Personne ne voit votre réponse.',
  'Your answer and theirs decide who can match.':
    'Votre réponse et la leur décident des affinités possibles.',
  'Counts a little towards how well two people fit.':
    'Elle compte un peu dans la compatibilité de deux personnes.',
  'Never used in matching.': 'Elle ne sert jamais à associer les gens.',
  'Used to suggest what to do together.': 'Elle sert à proposer quoi faire à deux.',

  Other: 'Autre',
  Ages: 'Âges',
  Feet: 'Pieds',
  Inches: 'Pouces',
  '{n} ft': '{n} pi',
  '{n} in': '{n} po',
  'Use a .edu or .ca address': 'Utilisez une adresse en .edu ou en .ca',
  'Look straight at the camera in good light: we check that a person is there (liveness), not how you look.':
    'Regardez bien la caméra, sous un bon éclairage : nous vérifions qu’une personne est présente (détection du vivant), pas votre apparence.',
  'Your selfie': 'Votre égoportrait',
  'Continue automatically after one choice': 'Passer automatiquement à la suite après un choix',
  'See {n} open questions': ['Voir {n} question ouverte', 'Voir {n} questions ouvertes'],
  'Change it above if it is not. Flint is for students of 18 and older.':
    'Sinon, corrigez-la ci-dessus. Flint s’adresse aux étudiants de 18 ans et plus.',
  'Yes, this is my date of birth': 'Oui, c’est ma date de naissance',
  'This date cannot be right. Please check the year.': 'Cette date ne peut pas être juste. Vérifiez l’année.',
  '{section}: all done.': '{section} : terminé.',
  'about {n} minutes': ['environ {n} minute', 'environ {n} minutes'],
  Chapters: 'Chapitres',
  choose: 'choisir',
  next: 'suivant',
  'Chapter {number} of {count}': 'Chapitre {number} de {count}',
  'No answer': 'Aucune réponse',
  'You gave two answers: {question}': 'Vous avez donné deux réponses : {question}',
  'a question': 'une question',
  'Continue later': 'Continuer plus tard',
  'Your Profile': 'Votre profil',
  'Find in {n} choices': 'Chercher parmi {n} choix',
  'No results': 'Aucun résultat',
};
