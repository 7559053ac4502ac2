import type { Dictionary } from '@flint/texts';

/** Texts of the alerts' settings in Canadian French, by the English text. */
export const fr: Dictionary = {
  'Alerts in this browser': 'Alertes dans ce navigateur',
  'Offers, answers and changes, also while no page of {appName} is open.':
    'Invitations, réponses et changements, même quand aucune page de {appName} n’est ouverte.',
  'First add {appName} to your Home Screen: Share, then ‘Add to Home Screen’. Open it there.':
    'Ajoutez d’abord {appName} à l’écran d’accueil : Partager, puis « Sur l’écran d’accueil ». Ouvrez-le de là.',
  'This browser cannot show alerts.': 'Ce navigateur ne peut pas afficher d’alertes.',
  'Your browser blocks alerts from {appName}. Allow them in its settings for this page, then come back.':
    'Votre navigateur bloque les alertes de {appName}. Autorisez-les dans ses réglages pour cette page, puis revenez.',
  'This did not load. Check your connection, and open the settings again.':
    'Le chargement a échoué. Vérifiez votre connexion et rouvrez les réglages.',
  'You are offline: this can be changed once you are back.':
    'Vous êtes hors ligne : vous pourrez changer ceci une fois de retour.',
  'Loading your alert settings': 'Chargement de vos réglages d’alertes',
  'Alert me of': 'M’alerter pour',
  'New offers': 'Nouvelles invitations',
  'Answers to your offers': 'Réponses à vos invitations',
  'New times, and dates called off': 'Nouvelles heures et rendez-vous annulés',
  Reminders: 'Rappels',
  'Signals on the day: ‘I am here’': 'Signaux le jour même : « Je suis là »',
  'Quiet hours': 'Heures calmes',
  'Alerts wait until these hours are over.': 'Les alertes attendent la fin de ces heures.',
  From: 'De',
  Until: 'Jusqu’à',
  'On the clock of {university}': 'À l’heure de {university}',
  'Show names': 'Afficher les noms',
  'When off, alerts don’t show names. They never show a place or time.':
    'Si ce réglage est désactivé, les alertes n’affichent aucun nom. Elles n’affichent jamais ni lieu ni heure.',
};
