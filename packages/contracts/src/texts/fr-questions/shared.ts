/** Texts of several sections of the questionnaire, and the sections' titles, in Canadian French by the English text. */
export const SHARED = {
  'Eligibility and identity': 'Admissibilité et identité',
  'Core preferences': 'Préférences essentielles',
  'Self-description': 'À propos de vous',
  'Ideal partner': 'La personne idéale pour vous',
  'Lifestyle priorities': 'Priorités de vie',
  'Optional date scenarios': 'Scénarios de rendez-vous facultatifs',

  'In your own words': 'Dans vos propres mots',
  'Prefer not to say': 'Je préfère ne pas répondre',
  'I am not sure yet': 'Je ne sais pas encore',
  'None of these': 'Rien de tout cela',

  'Non-binary, agender, genderfluid, Two-Spirit and more':
    'Non binaire, agenre, genre fluide, bispirituel et bien d’autres',
  Other: 'Autre',
  Men: 'Des hommes',
  Women: 'Des femmes',
  Family: 'La famille',
  Faith: 'La foi',
  Volunteering: 'Du bénévolat',

  'Used both ways to decide who is suggested to whom. Nobody sees your answer.':
    'Sert, dans les deux sens, à déterminer qui est proposé à qui. Personne ne voit votre réponse.',
  'Never used to match, rank or filter anyone, and nobody sees your answer.':
    'Ne sert jamais à associer, à classer ni à écarter qui que ce soit, et personne ne voit votre réponse.',
} as const;
