import type { Dictionary } from '@flint/texts';

/** The frame's texts in Canadian French, by the English text. */
export const fr: Dictionary = {
  'A new version is ready.': 'Une nouvelle version est prête.',
  'A time, a place, an activity: every offer is a real plan.':
    'Une heure, un lieu, une activité : chaque invitation est un vrai projet.',
  Availability: 'Disponibilités',
  Command: 'Commande',
  'Command palette': 'Palette de commandes',
  Commands: 'Commandes',
  Connected: 'Connecté',
  'Everything saved': 'Tout est enregistré',
  'Go to {screen}': 'Aller à : {screen}',
  'Go to, sign out…': 'Aller à, se déconnecter…',
  'Go to your profile': 'Aller à votre profil',
  'Go to…': 'Aller à…',
  'Keyboard shortcuts': 'Raccourcis clavier',
  'Language: {name}': 'Langue : {name}',
  Later: 'Plus tard',
  'Lightning-fast dating for {university}’s students.':
    'Des rencontres éclair pour la communauté étudiante de {university}.',
  'Load again': 'Recharger la page',
  'Loading…': 'Chargement…',
  Main: 'Principale',
  Matches: 'Affinités',
  'Network error. Please check your connection and try again.':
    'Erreur réseau. Vérifiez votre connexion et réessayez.',
  'No connection to the service': 'Service injoignable',
  'Not saved yet: {what}': 'Pas encore enregistré : {what}',
  'Nothing fits “{typed}”': 'Rien ne correspond à « {typed} »',
  Offers: 'Invitations',
  Offline: 'Hors ligne',
  'Only verified university addresses get in.': 'Seules les adresses universitaires vérifiées donnent accès.',
  'Page not found': 'Page introuvable',
  Photos: 'Photos',
  Profile: 'Profil',
  Questions: 'Questions',
  Reload: 'Recharger',
  'Service not reachable': 'Service injoignable',
  'Sign in': 'Se connecter',
  'Sign out': 'Se déconnecter',
  'Sign out on every device': 'Se déconnecter de tous les appareils',
  'Single-key shortcuts': 'Raccourcis à une touche',
  'Skip to the screen': 'Aller au contenu',
  'Something went wrong': 'Une erreur est survenue',
  'Something went wrong on this screen. Everything else keeps working.':
    'Une erreur est survenue dans cet écran. Tout le reste fonctionne.',
  'There is nothing at this address.': 'Il n’y a rien à cette adresse.',
  'This overview': 'Cet aperçu',
  'This screen could not be loaded. Everything else keeps working.':
    'Cet écran n’a pas pu être chargé. Tout le reste fonctionne.',
  'This screen is being updated and does not fit the rest yet. Everything else keeps working.':
    'Cet écran est en cours de mise à jour et ne s’accorde pas encore avec le reste. Tout le reste fonctionne.',
  'Try again': 'Réessayer',
  'Trying again…': 'Nouvel essai…',
  'You decide what others see, and can take it all with you or delete it.':
    'Vous décidez de ce que les autres voient, et vous pouvez tout emporter ou tout supprimer.',
  'Your answers and photos are safe. Loading the page again usually helps.':
    'Vos réponses et vos photos sont en sécurité. Recharger la page suffit d’habitude.',
  '{screen} is loading…': 'Chargement : {screen}…',
  '{screen} is not available right now': '{screen} : indisponible pour le moment',
};
