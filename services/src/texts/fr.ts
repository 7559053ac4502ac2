import type { Dictionary } from '@flint/texts/catalogue';

/** The service's texts in Canadian French, by their English text. */
export const fr: Dictionary = {
  '{list} and {last}': '{list} et {last}',
  'Few people fit everything you asked for. Relaxing your firm no "{answer}" would add about {gain} people.':
    'Peu de personnes correspondent à tout ce que vous demandez. Assouplir votre refus ferme « {answer} » en ajouterait environ {gain}.',
  'Few people fit everything you asked for. Relaxing the ages you would like to meet would add about {gain} people.':
    'Peu de personnes correspondent à tout ce que vous demandez. Élargir les âges souhaités en ajouterait environ {gain}.',

  Age: 'Âge',
  Pronouns: 'Pronoms',
  Year: 'Année',
  Program: 'Programme',
  'Looking for': 'Recherche',
  Interests: 'Centres d’intérêt',
  Personality: 'Personnalité',
  Strengths: 'Points forts',
  'Social life': 'Vie sociale',
  'Friends say': 'Selon ses amis',
  Height: 'Taille',
  '{feet} ft {inches} in': '{feet} pi {inches} po',
  'Your answer and theirs decide who can match.':
    'Votre réponse et la leur décident des affinités possibles.',
  'It counts towards how well two people fit.': 'Elle compte dans la compatibilité de deux personnes.',
  'It finds people who hope for someone like you.':
    'Elle trouve les personnes qui espèrent quelqu’un comme vous.',
  'It finds people who are what you hope for.': 'Elle trouve les personnes que vous espérez.',
  'It shapes the plans that we suggest.': 'Elle oriente les projets que nous proposons.',
  'It never counts in matching; you may show it to others.':
    'Elle ne sert jamais à associer les gens ; vous pouvez la montrer aux autres.',
  'It never counts in matching.': 'Elle ne sert jamais à associer les gens.',

  'This field is not known.': 'Ce champ est inconnu.',
  'Idempotency-Key must be 8 to 128 visible characters.':
    'Idempotency-Key doit compter de 8 à 128 caractères visibles.',
  'Please remove the email address.': 'Veuillez retirer l’adresse courriel.',
  'Please use visible characters.': 'Veuillez utiliser des caractères visibles.',
  'Please remove the link.': 'Veuillez retirer le lien.',
  'Please remove the phone number.': 'Veuillez retirer le numéro de téléphone.',
  'Please remove the username.': 'Veuillez retirer le nom d’utilisateur.',
  'Please remove the insult.': 'Veuillez retirer l’insulte.',
  'This date cannot be right. Please check the year.': 'Cette date ne peut pas être juste. Vérifiez l’année.',
  'Please remove stacked accents.': 'Veuillez retirer les accents superposés.',
  'Please remove words that only staff use.': 'Veuillez retirer les mots réservés au personnel.',
  'This is not a date.': 'Ceci n’est pas une date.',
  'A range ends after it starts.': 'Une plage se termine après son début.',
  'This is not a time zone.': 'Ceci n’est pas un fuseau horaire.',
  'Choose a time that differs from the proposed one.': 'Choisissez un moment différent de celui proposé.',
  'This photo is not known.': 'Cette photo est inconnue.',
  'This upload address has expired.': 'Cette adresse d’envoi a expiré.',
  'This is not the offer of the address.': 'Ce n’est pas l’invitation de cette adresse.',
  'Say which time you propose.': 'Dites quel moment vous proposez.',

  'A student': 'Une personne étudiante',

  'Your {app} code is': 'Votre code {app} est',
  'It works once, within {minutes} minutes, on {host} only. Nobody from {app} will ever ask you for it.':
    'Il fonctionne une seule fois, pendant {minutes} minutes, sur {host} seulement. Personne chez {app} ne vous le demandera.',
  'If you did not ask for a code, ignore this email. Nobody can sign in without the code.':
    'Si vous n’avez pas demandé de code, ignorez ce courriel. Sans le code, personne ne peut se connecter.',
  '{code} is your {app} code': '{code} est votre code {app}',

  '{name} invites you to a date': '{name} vous invite à un rendez-vous',
  '{name} accepted your offer': '{name} a accepté votre invitation',
  'It is a date!': 'Le rendez-vous est pris !',
  '{name} cannot make it this time': '{name} ne peut pas cette fois-ci',
  '{name} proposes another time': '{name} propose un autre moment',
  '{name} called your date off': '{name} a annulé votre rendez-vous',
  'Your date is called off': 'Votre rendez-vous est annulé',
  'It will not take place: please do not go there.':
    'Il n’aura pas lieu : s’il vous plaît, ne vous y rendez pas.',
  'An offer waits for your answer': 'Une invitation attend votre réponse',
  'It is from {name}.': 'Elle vient de {name}.',
  'Your date is tomorrow': 'Votre rendez-vous est demain',
  'Your date is in two hours': 'Votre rendez-vous est dans deux heures',
  'See it in {app}': 'Voir dans {app}',
  'Stop emails about offers': 'Ne plus recevoir de courriels sur les invitations',
  'Stop emails about offers?': 'Ne plus recevoir de courriels sur les invitations ?',
  '{app} will no longer email you about offers. You will still see them in the app.':
    '{app} ne vous enverra plus de courriels sur les invitations. Vous les verrez toujours dans l’application.',
  'Stop these emails': 'Arrêter ces courriels',
  Done: 'C’est fait',
  'You will get no more emails about offers. You can turn them on again in your settings.':
    'Vous ne recevrez plus de courriels sur les invitations. Vous pouvez les réactiver dans vos réglages.',
  'This link is not complete': 'Ce lien est incomplet',
  'You can turn these emails off in your settings.':
    'Vous pouvez désactiver ces courriels dans vos réglages.',

  'More in {app}: {url}': 'Plus dans {app} : {url}',
  'Date: {activity}': 'Rendez-vous : {activity}',
  Reminder: 'Rappel',

  Directions: 'Itinéraire',
  When: 'Quand',
  Where: 'Où',
  What: 'Quoi',
  With: 'Avec',
  '{name}’s date': 'Le rendez-vous de {name}',
  '{name} shared a date with you': '{name} a partagé un rendez-vous avec vous',
  'This date was called off.': 'Ce rendez-vous a été annulé.',
  'This date was called off after it had begun.': 'Ce rendez-vous a été annulé après avoir commencé.',
  'Only people with this link can see this page. It expires a few hours after the date.':
    'Seules les personnes qui ont ce lien peuvent voir cette page. Elle expire quelques heures après le rendez-vous.',
  'This link has ended': 'Ce lien n’est plus valide',
  'Ask the person who sent it for a new one.': 'Demandez-en un autre à la personne qui vous l’a envoyé.',

  'not coming to a date': 'absence à un rendez-vous',
  'inappropriate behavior': 'comportement déplacé',
  'a safety concern': 'problème de sécurité',
  'a fake profile': 'faux profil',
  harassment: 'harcèlement',
  'being under 18': 'moins de 18 ans',
  'pretending to be someone else': 'usurpation d’identité',
  'a scam': 'fraude',
  'hateful words': 'propos haineux',
  'inappropriate photos': 'photos inappropriées',
  'something else': 'autre chose',
  'We found that it happened, and acted on it.': 'Nous avons constaté les faits et avons agi.',
  'We could not find enough to act on. You two stay hidden from each other.':
    'Nous n’avons pas trouvé assez d’éléments pour agir. Vos profils restent masqués l’un pour l’autre.',
  'We found that it did not happen. You two stay hidden from each other.':
    'Nous avons constaté que cela n’a pas eu lieu. Vos profils restent masqués l’un pour l’autre.',
  'A new offer waits for you.': 'Une nouvelle invitation vous attend.',
  'An offer of yours was accepted.': 'Une de vos invitations a été acceptée.',
  'An offer of yours was answered.': 'Une de vos invitations a reçu une réponse.',
  'Another time was proposed to you.': 'Un autre moment vous est proposé.',
  'The person you’re meeting is on the way.': 'La personne que vous rencontrez est en chemin.',
  'The person you’re meeting is running ten minutes late.':
    'La personne que vous rencontrez aura dix minutes de retard.',
  'The person you’re meeting has arrived.': 'La personne que vous rencontrez est sur place.',
  'Safety in your settings': 'Sécurité, dans vos réglages',
  'You must be 18 or older to use this app. Our safety team looks at this date and writes to you; until then it cannot be changed.':
    'Vous devez avoir au moins 18 ans pour utiliser cette application. Notre équipe de sécurité examine cette date et vous écrit ; d’ici là, elle ne peut pas être changée.',
  'your date of birth': 'votre date de naissance',
  'Our safety team looked at it. You can continue: please enter your date of birth again.':
    'Notre équipe de sécurité l’a examinée. Vous pouvez continuer : indiquez de nouveau votre date de naissance.',
  'we received your report': 'nous avons reçu votre signalement',
  'Thank you. Our safety team will read your report ({reason}) and let you know the outcome.':
    'Merci. Notre équipe de sécurité lira votre signalement ({reason}) et vous en communiquera la suite.',
  'The person is not told who reported. The two of you no longer see each other.':
    'La personne ne saura pas qui a signalé. Vous ne vous voyez plus l’un l’autre.',
  'In an emergency do not wait for us: call your local emergency number or campus security.':
    'En cas d’urgence, ne nous attendez pas : appelez le numéro d’urgence local ou la sécurité du campus.',
  'the outcome of your report': 'la suite de votre signalement',
  'This is a warning. Nothing else changes.': 'Ceci est un avertissement. Rien d’autre ne change.',
  'Until {until} you get no matches, don’t appear in anyone else’s, and cannot make dates.':
    'Jusqu’au {until}, vous n’avez pas d’affinités, n’apparaissez dans celles de personne et ne pouvez prendre aucun rendez-vous.',
  'You can no longer make dates. You can still read, export and delete what is yours.':
    'Vous ne pouvez plus prendre de rendez-vous. Vous pouvez toujours lire, exporter et supprimer ce qui est à vous.',
  'a decision of our safety team': 'une décision de notre équipe de sécurité',
  'Our safety team decided on a report about {reason}.':
    'Notre équipe de sécurité a pris une décision sur un signalement ({reason}).',
  'You can appeal once, in your settings under Safety. Someone else will then decide.':
    'Vous pouvez contester une fois, dans vos réglages, sous Sécurité. Une autre personne décidera alors.',
  'your appeal': 'votre contestation',
  'Your appeal was successful: the decision is taken back.':
    'Votre contestation est acceptée : la décision est annulée.',
  'Someone else reviewed it and upheld the decision.':
    'Une autre personne a réexaminé le dossier et maintient la décision.',
};
