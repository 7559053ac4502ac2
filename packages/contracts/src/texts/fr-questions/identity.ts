/** Section 'Eligibility and identity' in Canadian French, by the English text. */
export const IDENTITY = {
  "Let's start with the basics": 'Commençons par l’essentiel',
  'What should matches call you?': 'Comment souhaitez-vous qu’on vous appelle ?',
  'University email': 'Courriel universitaire',
  'Date of birth': 'Date de naissance',
  'Matches see your name and age, never your email or date of birth. Your age is only used to check that you are 18 and to fit age wishes both ways.':
    'Vos affinités voient votre nom et votre âge, jamais votre courriel ni votre date de naissance. Votre âge sert seulement à vérifier que vous avez 18 ans et à respecter les préférences d’âge dans les deux sens.',

  'Which pronouns should people use for you?': 'Quels pronoms utiliser pour parler de vous ?',
  'he/him': 'il',
  'she/her': 'elle',
  'they/them': 'iel',
  'Your pronouns': 'Vos pronoms',

  'Where are you in your studies?': 'Où en êtes-vous dans vos études ?',
  '1st Year': '1re année',
  '2nd Year': '2e année',
  '3rd Year': '3e année',
  '4th+ Year': '4e année ou plus',
  'Graduate Student': 'Cycles supérieurs',
  'For example: exchange, co-op, certificate': 'Par exemple : échange, stage coop, certificat',

  'How do you describe your gender?': 'Comment décrivez-vous votre genre ?',
  'Pick the closest, or use your own words. Used so you are only suggested to people who are looking for someone like you.':
    'Choisissez ce qui s’en approche le plus, ou dites-le dans vos propres mots. Ainsi, nous vous proposons seulement aux personnes qui cherchent quelqu’un comme vous.',
  Man: 'Homme',
  Woman: 'Femme',
  'Non-binary': 'Non binaire',
  Agender: 'Agenre',
  Genderfluid: 'Genre fluide',
  Genderqueer: 'Genre queer',
  'Two-Spirit': 'Aux deux esprits',
  Questioning: 'En questionnement',
  'Also suggest me to people looking for': 'Me proposer aussi aux personnes qui cherchent',
  'Used both ways to decide who is suggested to whom. Never used to rank people.':
    'Sert, dans les deux sens, à déterminer qui est proposé à qui. Ne sert jamais à classer les gens.',

  'What are you studying?': 'Qu’étudiez-vous ?',
  Engineering: 'Génie',
  Commerce: 'Commerce',
  Nursing: 'Sciences infirmières',
  Arts: 'Arts',
  Science: 'Sciences',
  'Computer Science': 'Informatique',
  Kinesiology: 'Kinésiologie',
  'Health Sci': 'Sciences de la santé',
  'Life Sci': 'Sciences de la vie',
  'Con. Ed.': 'Éducation concurrente',
  'Your program': 'Votre programme',
} as const;
