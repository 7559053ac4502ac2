import type { Dictionary } from '@flint/texts';

/** The availability screen's texts in Canadian French, by the English text. */
export const fr: Dictionary = {
  'Set Your Availability': 'Vos disponibilités',
  'You painted this week in {painted}; this device is in {here}.':
    'Heures de cette semaine : {painted}; de cet appareil : {here}.',
  'Use {zone}': 'Passer au {zone}',
  'Keep {zone}': 'Garder le {zone}',
  'Try Again': 'Réessayer',
  'When are you available?': 'Quand êtes‑vous disponible ?',
  'Press an hour, or hold and drag over several.':
    'Appuyez sur une heure, ou maintenez et glissez sur plusieurs.',
  'Arrows move, Space sets an hour, Shift and arrows set several.':
    'Les flèches déplacent, Espace choisit une heure, Maj et les flèches en choisissent plusieurs.',
  'Hours per day': 'Heures par jour',
  move: 'déplacer',
  'set an hour': 'choisir une heure',
  'set several': 'en choisir plusieurs',
  '{n} time slots selected': ['{n} plage choisie', '{n} plages choisies'],
  '{n} hours per week': ['{n} h par semaine', '{n} h par semaine'],
  Back: 'Retour',
  'Skip for now': 'Plus tard',
  'Saving...': 'Enregistrement…',
  'Save Availability ({n} hours)': ['Enregistrer la semaine ({n} h)', 'Enregistrer la semaine ({n} h)'],
  'Tip: you can update your availability later in profile settings.':
    'Astuce : vous pourrez modifier vos disponibilités plus tard dans votre profil.',
  '{day} {from} to {to}, free': '{day} de {from} à {to}, libre',
  '{day} {from} to {to}, busy': '{day} de {from} à {to}, occupé',
  'All of {day}': 'Toutes les heures du {day}',
  '{hour} every day': '{hour} tous les jours',
  Shortcuts: 'Raccourcis',
  Evenings: 'Soirs',
  Weekends: 'Fins de semaine',
  'Copy a day': 'Copier un jour',
  'Import calendar': 'Importer un agenda',
  'Calendar file': 'Fichier d’agenda',
  Clear: 'Effacer',
  Copy: 'Copier',
  From: 'De',
  To: 'Vers',
  'Took {n} busy hours of your calendar out of the week. The file never left this device.': [
    '{n} heure occupée de votre agenda a été retirée de la semaine. Le fichier n’a pas quitté cet appareil.',
    '{n} heures occupées de votre agenda ont été retirées de la semaine. Le fichier n’a pas quitté cet appareil.',
  ],
  'This file could not be read as a calendar (.ics).':
    'Ce fichier n’a pas pu être lu comme un agenda (.ics).',
  'Your availability is kept on this device and sent when the connection is back.':
    'Vos disponibilités sont gardées sur cet appareil et envoyées au retour du réseau.',
  '{reason} Your availability is kept on this device and not sent yet.':
    '{reason} Vos disponibilités sont gardées sur cet appareil et pas encore envoyées.',
  'The day is copied': 'Le jour est copié',
  'The week is cleared': 'La semaine est vidée',
  'I am not free': 'Pas libre',
  'In the next seven days': 'Dans les sept prochains jours',
};
