import { option, words } from './words';

/** Tags that combine meeting places, first dates and date ideas into one list of activities. */
export const ACTIVITY_TAGS = [
  'coffee',
  'walk',
  'meal',
  'study',
  'event',
  'sport',
  'arts',
  'outdoors',
  'group',
  'online',
  'games',
  'music',
  'film',
  'food',
  'volunteer',
] as const;

export type ActivityTag = (typeof ACTIVITY_TAGS)[number];

// Lists shared by a question about oneself and its ideal-partner question, so that the two compare value by value.

export const TRAITS = [
  option('adventurous', 'Adventurous', 'Esprit d’aventure', { likely: true }),
  option('affectionate', 'Affectionate', 'Tendresse'),
  option('ambitious', 'Ambitious', 'Ambition'),
  option('analytical', 'Analytical', 'Esprit d’analyse'),
  option('calm', 'Calm', 'Calme'),
  option('creative', 'Creative', 'Créativité'),
  option('curious', 'Curious', 'Curiosité', { likely: true }),
  option('easygoing', 'Easygoing', 'Facile à vivre', { likely: true }),
  option('empathetic', 'Empathetic', 'Empathie', { likely: true }),
  option('energetic', 'Energetic', 'Énergie'),
  option('funny', 'Funny', 'Humour', { likely: true }),
  option('independent', 'Independent', 'Indépendance'),
  option('loyal', 'Loyal', 'Loyauté', { likely: true }),
  option('optimistic', 'Optimistic', 'Optimisme'),
  option('organized', 'Organized', 'Sens de l’organisation'),
  option('outgoing', 'Outgoing', 'Sociabilité'),
  option('playful', 'Playful', 'Esprit ludique'),
  option('quiet', 'Quiet', 'Discrétion'),
  option('spontaneous', 'Spontaneous', 'Spontanéité'),
  option('thoughtful', 'Thoughtful', 'Prévenance'),
];

export const HOBBIES = [
  option('anime_manga', 'Anime and manga', 'Animes et mangas', { group: 'culture' }),
  option('art_making', 'Drawing, painting or crafts', 'Dessin, peinture ou artisanat', { group: 'creative' }),
  option('baking_cooking', 'Cooking and baking', 'Cuisine et pâtisserie', { group: 'food' }),
  option('board_games', 'Board and card games', 'Jeux de société et de cartes', { group: 'games' }),
  option('climbing', 'Climbing or bouldering', 'Escalade ou bloc', { group: 'active' }),
  option('coding_making', 'Coding and building things', 'Programmation et bricolage', { group: 'creative' }),
  option('coffee_tea', 'Coffee and tea spots', 'Cafés et salons de thé', { group: 'food', likely: true }),
  option('comedy', 'Comedy and improv', 'Humour et improvisation', { group: 'culture' }),
  option('concerts', 'Live music', 'Musique en direct', { group: 'culture', likely: true }),
  option('cycling', 'Cycling', 'Vélo', { group: 'active' }),
  option('dance', 'Dancing', 'Danse', { group: 'active' }),
  option('esports_gaming', 'Video games', 'Jeux vidéo', { group: 'games' }),
  option('fashion_thrift', 'Fashion and thrifting', 'Mode et friperies', { group: 'culture' }),
  option('film_tv', 'Film and TV', 'Cinéma et séries', { group: 'culture', likely: true }),
  option('fitness_gym', 'Gym and fitness', 'Gym et mise en forme', { group: 'active', likely: true }),
  option('foodie', 'Trying new restaurants', 'Nouveaux restaurants', { group: 'food', likely: true }),
  option('gardening_plants', 'Plants and gardening', 'Plantes et jardinage', { group: 'home' }),
  option('hiking', 'Hiking and camping', 'Randonnée et camping', { group: 'active' }),
  option('languages', 'Learning languages', 'Apprentissage des langues', { group: 'learning' }),
  option('martial_arts', 'Martial arts', 'Arts martiaux', { group: 'active' }),
  option('meditation_yoga', 'Yoga and meditation', 'Yoga et méditation', { group: 'active' }),
  option('museums', 'Museums and galleries', 'Musées et galeries', { group: 'culture' }),
  option('music_making', 'Singing or playing music', 'Chant ou musique', { group: 'creative' }),
  option('pets_animals', 'Pets and animals', 'Animaux', { group: 'home' }),
  option('photography', 'Photography', 'Photographie', { group: 'creative' }),
  option('podcasts', 'Podcasts', 'Balados', { group: 'learning' }),
  option('politics_debate', 'Current affairs and debate', 'Actualité et débats', { group: 'learning' }),
  option('puzzles_trivia', 'Trivia and puzzles', 'Jeux-questionnaires et casse-têtes', { group: 'games' }),
  option('reading', 'Reading', 'Lecture', { group: 'learning' }),
  option('running', 'Running', 'Course à pied', { group: 'active' }),
  option('science_tech', 'Science and technology', 'Sciences et technologies', { group: 'learning' }),
  option('spirituality', 'Faith or spirituality', 'Foi ou spiritualité', { group: 'community' }),
  option('sports_team', 'Playing team sports', 'Sports d’équipe', { group: 'active' }),
  option('sports_watching', 'Watching sports', 'Sports à l’écran ou au stade', { group: 'culture' }),
  option('skating_skiing', 'Skating, skiing or snowboarding', 'Patin, ski ou planche à neige', {
    group: 'active',
  }),
  option('swimming_water', 'Swimming and water sports', 'Natation et sports nautiques', { group: 'active' }),
  option('theatre', 'Theatre and musicals', 'Théâtre et comédies musicales', { group: 'culture' }),
  option('travel', 'Travel and day trips', 'Voyages et excursions', { group: 'active', likely: true }),
  option('volunteering', 'Volunteering', 'Du bénévolat', { group: 'community' }),
  option('writing', 'Writing and journaling', 'Écriture et journal intime', { group: 'creative' }),
];

export const SOCIAL = [
  option('one_on_one', 'One-on-one time', 'Les moments à deux'),
  option('small_groups', 'Small groups of friends', 'Les petits groupes d’amis'),
  option('big_gatherings', 'Big gatherings and parties', 'Les grandes fêtes'),
  option('recharge_alone', 'Time alone to recharge', 'Du temps en solo pour se ressourcer'),
  option('recharge_people', 'Being around people to recharge', 'La compagnie pour se ressourcer'),
  option('planned_ahead', 'Plans made in advance', 'Les sorties prévues d’avance'),
  option('spontaneous_plans', 'Last-minute plans', 'Les sorties de dernière minute'),
  option('early_mornings', 'Early mornings', 'Les matins tôt'),
  option('late_nights', 'Late nights', 'Les soirées tardives'),
  option('quiet_places', 'Quiet, low-key places', 'Les endroits calmes'),
  option('busy_places', 'Busy, lively places', 'Les endroits animés'),
  option('alcohol_free', 'Alcohol-free settings', 'Les endroits sans alcool'),
];

export const GREEN_FLAGS = [
  option('asks_and_listens', 'Asks questions and really listens', 'Pose des questions et écoute vraiment'),
  option('keeps_plans', 'Keeps plans', 'Tient ses engagements'),
  option('punctual', 'Shows up on time', 'Arrive à l’heure'),
  option('kind_to_everyone', 'Is kind to everyone, staff included', 'Est aimable, même avec le personnel'),
  option('open_about_feelings', 'Can talk about feelings', 'Sait parler de ses émotions'),
  option('respects_boundaries', 'Takes a no well', 'Accepte bien un non'),
  option('owns_mistakes', 'Owns up to mistakes', 'Reconnaît ses erreurs'),
  option('good_friend', 'Has friendships that last', 'A des amitiés qui durent'),
  option('supports_goals', "Cheers on other people's goals", 'Encourage les projets des autres'),
  option('honest_intentions', 'Is upfront about what they want', 'Annonce franchement ses intentions'),
  option('calm_in_conflict', 'Stays calm when disagreeing', 'Garde son calme dans un désaccord'),
  option('remembers_details', 'Remembers the small things', 'Se souvient des petites choses'),
  option('laughs_at_self', 'Can laugh at themselves', 'Sait rire de soi'),
  option('open_minded', 'Is open to other views and cultures', 'S’ouvre aux autres idées et cultures'),
  option('looks_after_self', 'Looks after their health', 'Prend soin de sa santé'),
  option('gives_space', 'Gives space when it is needed', 'Laisse de l’espace quand il le faut'),
];

/** The tags are values of 'Which value matters most in a partner?'. */
export const STRENGTHS = [
  option('honest', 'I say what I mean', 'Je dis ce que je pense', { tags: ['honesty'] }),
  option('reliable', 'You can count on me', 'On peut compter sur moi', { tags: ['loyalty'] }),
  option('good_listener', 'I listen well', 'Je sais écouter', { tags: ['kindness'] }),
  option('affectionate', 'I show affection easily', 'Je montre facilement mon affection', {
    tags: ['kindness', 'family'],
  }),
  option('patient', 'I am patient', 'J’ai de la patience', { tags: ['kindness', 'balance'] }),
  option('encouraging', 'I encourage people', 'J’encourage les autres', { tags: ['growth'] }),
  option('makes_laugh', 'I make people laugh', 'Je fais rire les gens', { tags: ['humour'] }),
  option('plans_fun', 'I plan good things to do', 'J’organise de belles sorties', {
    tags: ['adventure'],
  }),
  option('calm_presence', 'I keep things calm', 'Je garde une ambiance calme', { tags: ['balance'] }),
  option('curious_learner', 'I am always learning', 'J’apprends sans cesse', {
    tags: ['curiosity', 'growth'],
  }),
  option('independent', 'I have my own life and let you have yours', 'J’ai ma vie et vous laisse la vôtre', {
    tags: ['independence'],
  }),
  option('family_minded', 'Family matters to me', 'La famille compte pour moi', { tags: ['family'] }),
  option('generous', 'I am generous with my time', 'Je donne volontiers de mon temps', {
    tags: ['kindness', 'community'],
  }),
  option('driven', 'I work hard for my goals', 'Je travaille fort pour mes objectifs', {
    tags: ['ambition'],
  }),
  option('faith_led', 'My beliefs guide me', 'Mes croyances me guident', { tags: ['faith'] }),
  option('stands_up', 'I stand up for others', 'Je défends les autres', { tags: ['fairness'] }),
];

/** Words for a gender that the options do not name. */
export const GENDER_WORDS = [
  words('Non-binary', 'Non binaire'),
  words('Agender', 'Agenre'),
  words('Genderfluid', 'Genre fluide'),
  words('Genderqueer', 'Genre queer'),
  words('Two-Spirit', 'Aux deux esprits'),
  words('Questioning', 'En questionnement'),
];
