/** Canadian French of every refusal of the API and of its field messages, by the English text. Only the server uses it. */
export const frErrors: Readonly<Record<string, string>> = {
  'The request body is not valid JSON.': 'Le corps de la requête n’est pas du JSON valide.',
  'Some fields are not valid.': 'Certains champs ne sont pas valides.',
  'Please sign in.': 'Veuillez vous connecter.',
  'Please confirm with a code that it is you.': 'Confirmez par un code que c’est bien vous.',
  'You may not do this.': 'Vous ne pouvez pas faire cela.',
  'There is nothing here.': 'Il n’y a rien ici.',
  'This address does not answer that method.': 'Cette adresse ne répond pas à cette méthode.',
  'The request took too long to arrive.': 'La requête a mis trop de temps à arriver.',
  'The request is too large.': 'La requête est trop volumineuse.',
  'Send JSON.': 'Envoyez du JSON.',
  'The first request with this key is still being worked on.':
    'La première requête avec cette clé est encore en cours.',
  'This Idempotency-Key was used for a different request.':
    'Cette Idempotency-Key a servi à une autre requête.',
  'Too many requests. Please wait a moment.': 'Trop de demandes. Veuillez patienter un instant.',
  'Something went wrong on our side.': 'Une erreur est survenue de notre côté.',
  'The server is busy or starting. Please try again in a moment.':
    'Le serveur est occupé ou démarre. Veuillez réessayer dans un instant.',
  'There is no room left to store this.': 'Il n’y a plus de place pour enregistrer ceci.',

  'This profile exists already.': 'Ce profil existe déjà.',
  'These answers were changed on another device.': 'Ces réponses ont été modifiées sur un autre appareil.',
  'Your photos were changed on another device.': 'Vos photos ont été modifiées sur un autre appareil.',
  'This date of birth has to be confirmed.': 'Cette date de naissance doit être confirmée.',
  'An answer does not fit its question.': 'Une réponse ne convient pas à sa question.',
  'These hours do not form a week.': 'Ces heures ne forment pas une semaine.',

  'This picture is too small or too narrow for a photo of you.':
    'Cette image est trop petite ou trop étroite pour une photo de vous.',
  'This photo was not uploaded by you, or is not ready.':
    'Cette photo n’a pas été envoyée par vous ou n’est pas prête.',
  'This upload address is not valid for this file.':
    'Cette adresse d’envoi n’est pas valide pour ce fichier.',
  'This upload address was used already.': 'Cette adresse d’envoi a déjà servi.',
  'Please choose a JPEG, PNG or WebP picture.': 'Veuillez choisir une image JPEG, PNG ou WebP.',
  'This file could not be read as a picture.': 'Ce fichier n’a pas pu être lu comme une image.',

  'You can only invite people who are among your matches.':
    'Vous ne pouvez inviter que des personnes parmi vos affinités.',
  'There is an open offer between you already.': 'Il y a déjà une invitation en cours entre vous.',
  'You have sent all the offers you can for today.':
    'Vous avez envoyé toutes les invitations possibles aujourd’hui.',
  'Choose a time within the next 60 days.': 'Choisissez un moment dans les 60 prochains jours.',
  'This offer has changed in the meantime.': 'Cette invitation a changé entre-temps.',
  'You two have exchanged enough times. Accept or decline this one.':
    'Vous avez échangé assez de propositions. Acceptez ou refusez celle-ci.',
  'Alerts cannot be sent to this address.': 'Impossible d’envoyer des alertes à cette adresse.',
  'Signals can be sent from three hours before the date until it is over.':
    'Les signaux s’envoient de trois heures avant le rendez-vous jusqu’à sa fin.',
  'This plan is no longer possible. Choose another one.':
    'Ce projet n’est plus possible. Choisissez-en un autre.',
  'This place is closed then, or no longer on the list. Choose another one.':
    'Ce lieu est fermé à ce moment-là ou n’est plus sur la liste. Choisissez-en un autre.',
  'There is an accepted date at that time already.': 'Un rendez-vous est déjà accepté à ce moment-là.',
  'A decision can be appealed once.': 'Une décision ne peut être contestée qu’une fois.',
  'This list holds at most 200 addresses.': 'Cette liste contient au plus 200 adresses.',
  'The safety team has paused your dates. Your settings say why and until when, under Safety.':
    'L’équipe de sécurité a suspendu vos rendez-vous. Vos réglages disent pourquoi et jusqu’à quand, sous Sécurité.',
  'Please remove links, phone numbers, usernames and insults.':
    'Veuillez retirer les liens, numéros de téléphone, noms d’utilisateur et insultes.',
  'Only the recipient of a completed offer can report it.':
    'Seule la personne invitée peut signaler un rendez-vous terminé.',

  'Use one line of plain text.': 'Écrivez une seule ligne de texte simple.',
  'Say it in your own words.': 'Dites-le dans vos propres mots.',
  'At most {n} characters.': 'Au plus {n} caractères.',
  'At most {n} choices.': 'Au plus {n} choix.',
  'This is not one of the options.': 'Ceci ne fait pas partie des choix.',
  'Each option counts once.': 'Chaque choix ne compte qu’une fois.',
  'This option cannot be combined with others.': 'Ce choix ne se combine pas avec les autres.',
  'A text belongs to the choice it describes.': 'Un texte va avec le choix qu’il décrit.',
  'This is not a date.': 'Ceci n’est pas une date.',
  'The minimum cannot exceed the maximum.': 'Le minimum ne peut pas dépasser le maximum.',
  'There is no such question.': 'Cette question n’existe pas.',
  'Invalid input': 'Valeur non valide',
};
