import type { Dictionary } from '@flint/texts';

/** The questionnaire's and the profile's own texts in Canadian French, by the English text; the questions' are in the contracts. */
export const fr: Dictionary = {
  'Loading your profile': 'Chargement de votre profil',
  'Loading your questions': 'Chargement de vos questions',
  'Unable to Load Your Answers': 'Impossible de charger vos réponses',
  'Unable to Load Your Profile': 'Impossible de charger votre profil',
  'Try Again': 'Réessayer',
  'update profile': 'de modifier le profil',

  Questionnaire: 'Questionnaire',
  'Question {number} of {count}': 'Question {number} sur {count}',
  'Elapsed seconds': 'Secondes écoulées',
  'Elapsed:': 'Temps écoulé :',
  '{seconds}s': '{seconds} s',
  'All questions': 'Toutes les questions',
  '{answered} of {count}': '{answered} sur {count}',
  Answered: 'Répondue',
  'Not answered': 'Sans réponse',
  Back: 'Retour',
  Next: 'Suivant',
  Complete: 'Terminé',
  Saved: 'Enregistré',
  'Saving…': 'Enregistrement…',
  'On this device, trying again': 'Sur cet appareil, nouvel essai',
  'Offline: kept on this device': 'Hors ligne : gardé sur cet appareil',
  'One answer was not saved': 'Une réponse n’a pas été enregistrée',
  'Change it': 'La modifier',

  'Nobody sees your answer.': 'Personne ne voit votre réponse.',
  'Used both ways to decide who is suggested to whom.':
    'Elle sert, dans les deux sens, à déterminer qui est proposé à qui.',
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

  'Your Profile': 'Votre profil',
  'This is what your device remembers.': 'Voici ce dont votre appareil se souvient.',
  'Profile Completeness': 'Profil rempli',
  'View Your Offers': 'Voir vos invitations',
  'Complete Profile': 'Remplir le profil',
  Checklist: 'Liste de vérification',
  'Basic Info': 'L’essentiel',
  'Who you are and whom you would like to meet': 'Qui vous êtes et qui vous aimeriez rencontrer',
  Availability: 'Disponibilités',
  'When you are free for a date': 'Vos moments libres pour un rendez-vous',
  Photos: 'Photos',
  'At least one, so that people recognise you': 'Au moins une, pour qu’on vous reconnaisse',
  'To do': 'À faire',
  'Quick Stats': 'En bref',
  'Hours/Week': 'Heures/semaine',

  'Your answers': 'Vos réponses',
  'You cannot be matched yet': 'Pas encore d’affinités possibles',
  'Missing for that:': 'Il manque pour cela :',
  'Your date of birth': 'Votre date de naissance',
  '{answered} of {count} answered': '{answered} sur {count}',

  'How others see you': 'Ce que les autres voient',
  'A student': 'Une personne étudiante',
  'Below it a match reads up to three reasons why you two fit and when you are both free.':
    'En dessous, une affinité lit jusqu’à trois raisons pour lesquelles vous allez bien ensemble, et vos moments libres en commun.',
  'Never your email, your date of birth, or what you picked as a firm no.':
    'Jamais votre courriel, votre date de naissance ni vos refus catégoriques.',

  Safety: 'Sécurité',
  'Pause my profile': 'Mettre mon profil en pause',
  'You are suggested to nobody, and nobody to you. Open offers stay.':
    'Votre profil n’est proposé à personne, et personne ne vous est proposé. Les invitations en cours restent.',
  'Your profile is paused.': 'Votre profil est en pause.',
  'You are back.': 'Vous êtes de retour.',
  'Don’t suggest these people': 'Ne pas proposer ces personnes',
  'By email, an ex or a sibling for instance. Neither of you is suggested to the other, and they are not told.':
    'Par courriel : par exemple, votre ex, votre frère ou votre sœur. Votre profil ne lui est pas proposé, ni le sien à vous, et cette personne n’en sait rien.',
  '{n} on your list; we keep no readable address.': [
    '{n} personne dans votre liste ; nous ne gardons aucune adresse lisible.',
    '{n} personnes dans votre liste ; nous ne gardons aucune adresse lisible.',
  ],
  'Please enter one or more email addresses.': 'Veuillez entrer une ou plusieurs adresses courriel.',
  'Add to my list': 'Ajouter à ma liste',
  'Take off': 'Retirer',
  'They are not suggested to you, nor you to them.':
    'Ces personnes ne vous sont pas proposées, ni votre profil à elles.',
  'Taken off your list.': 'C’est retiré de votre liste.',
  'Your reports': 'Vos signalements',
  'Our safety team reads it.': 'Notre équipe de sécurité le lit.',
  'In an emergency': 'En cas d’urgence',
  'A warning from our safety team': 'Un avertissement de notre équipe de sécurité',
  'Your dates are paused until {until}': 'Vos rendez-vous sont en pause jusqu’au {until}',
  'You can no longer make dates': 'Vous ne pouvez plus prendre de rendez-vous',
  'About: {reason}.': 'Motif : {reason}.',
  Appeal: 'Contester',
  'You appealed. Somebody else looks at it again.':
    'Vous avez contesté cette décision. Une autre personne l’examine.',
  'You appealed; somebody else looked at it again, and it stands.':
    'Vous avez contesté cette décision ; une autre personne l’a examinée et la maintient.',
  'Your appeal was successful: this was taken back.':
    'Votre contestation a été acceptée : la décision est annulée.',
  'Appeal this decision': 'Contester cette décision',
  'Say what we should know. Somebody else than before decides, once.':
    'Dites ce que nous devrions savoir. Une autre personne décidera, une seule fois.',
  'What happened from your side': 'Ce qui s’est passé, de votre point de vue',
  Send: 'Envoyer',
  'Your appeal was sent.': 'Votre contestation a été envoyée.',

  'Privacy and account': 'Vie privée et compte',
  'Blocked people': 'Personnes bloquées',
  'Nobody. You can block somebody from their card or an offer.':
    'Aucune. Vous pouvez bloquer une personne depuis sa fiche ou une invitation.',
  Unblock: 'Débloquer',
  'Unblock {name}': 'Débloquer {name}',
  '{name} is no longer blocked.': '{name} ne fait plus partie des personnes bloquées.',
  'Download my data': 'Télécharger mes données',
  'Download with photos': 'Télécharger avec les photos',
  'Your data was saved as a file.': 'Vos données ont été enregistrées dans un fichier.',
  'Your data and photos are downloading. The link ends after 15 minutes.':
    'Vos données et vos photos se téléchargent. Le lien expire après 15 minutes.',
  'Sign Out': 'Se déconnecter',
  'Sign out on all devices': 'Déconnecter tous les appareils',
  'Sign out without saving?': 'Se déconnecter sans enregistrer ?',
  'Stay signed in': 'Garder la session ouverte',
  'Sign out anyway': 'Se déconnecter quand même',
  'Some answers are only on this device so far, and signing out empties it. They are sent once you are back online.':
    'Certaines réponses sont seulement sur cet appareil, et la déconnexion le vide. Elles seront envoyées dès que vous serez en ligne.',
  'Delete my account': 'Supprimer mon compte',
  'Keep it': 'Garder',
  'Delete everything': 'Tout supprimer',
  'Your answers, hours, photos and offers are erased at once, and your dates are called off. This cannot be undone.':
    'Vos réponses, vos heures, vos photos et vos invitations sont effacées sur-le-champ, et vos rendez-vous sont annulés. C’est irréversible.',
  'Whom you blocked stays blocked, should you come back. Safety reports are kept without your name.':
    'Les personnes que vous avez bloquées le restent si vous revenez. Les signalements sont conservés sans votre nom.',
  DELETE: 'SUPPRIMER',
  'Type {word} to confirm': 'Tapez {word} pour confirmer',
  'Your account and everything in it was deleted.': 'Votre compte et tout son contenu ont été supprimés.',
};
