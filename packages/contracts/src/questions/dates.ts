import type { Option } from './types';
import { option } from './words';

export const FIRST_DATES: readonly Option[] = [
  option('coffee_chat', 'Coffee and a conversation', 'Un café et une conversation', {
    activity: 'coffee',
    doable: { kinds: ['campus_coffee', 'off_campus_cafe'] },
  }),
  option('walk_talk', 'A walk somewhere nice', 'Une promenade dans un bel endroit', {
    activity: 'walk',
    doable: { kinds: ['campus_walk', 'park_outdoors'] },
  }),
  option('casual_meal', 'A casual meal', 'Un repas sans façon', {
    activity: 'meal',
    doable: { kinds: ['restaurant', 'dining_hall'] },
  }),
  option('dessert_run', 'Ice cream, bubble tea or dessert', 'Dessert, glace ou thé aux perles', {
    activity: 'coffee',
    doable: { kinds: ['dessert'] },
  }),
  option('board_game_night', 'Board games or an arcade', 'Jeux de société ou arcade', {
    activity: 'games',
    doable: { kinds: ['games'] },
  }),
  option('live_music', 'Live music or open mic', 'Musique en direct ou micro ouvert', {
    activity: 'music',
    doable: { kinds: ['music', 'campus_event'] },
  }),
  option('movie', 'A film', 'Un film', { activity: 'film', doable: { kinds: ['cinema'] } }),
  option('museum_visit', 'A museum or gallery', 'Un musée ou une galerie', {
    activity: 'arts',
    doable: { kinds: ['gallery_museum'] },
  }),
  option('active_date', 'Something active: climbing, skating, bowling', 'Bouger : escalade, patin, quilles', {
    activity: 'sport',
    doable: { kinds: ['rec_centre', 'rink'] },
  }),
  option('outdoors_day', 'Outdoors: a trail, beach or picnic', 'Plein air : sentier, plage ou pique-nique', {
    activity: 'outdoors',
    doable: { kinds: ['park_outdoors'], hours: [9, 17] },
  }),
  option('cook_together', 'A cooking class or market visit', 'Un cours de cuisine ou une visite au marché', {
    activity: 'food',
    doable: { kinds: ['market'] },
  }),
  option('study_date', 'A study date', 'Une séance d’étude à deux', {
    activity: 'study',
    doable: { kinds: ['study_break', 'campus_coffee'] },
  }),
  option('volunteer_together', 'Volunteering together', 'Du bénévolat à deux', {
    activity: 'volunteer',
    doable: { kinds: ['volunteering'] },
  }),
  option('surprise_me', 'Surprise me', 'Une surprise', { activity: null }),
];

export const DATE_TYPES: readonly Option[] = [
  option(
    'farmers_market',
    "Wander a farmers' market and cook what we find",
    'Flâner au marché et cuisiner nos trouvailles',
    { activity: 'food', doable: { kinds: ['market'] } },
  ),
  option(
    'trivia_team',
    'Join a pub-style trivia night (drinks optional)',
    'Une soirée de jeu-questionnaire (alcool facultatif)',
    { likely: true, activity: 'games' },
  ),
  option(
    'sunrise_swim',
    'An early swim or sunrise walk',
    'Une baignade matinale ou une marche au lever du soleil',
    { activity: 'outdoors' },
  ),
  option(
    'thrift_challenge',
    'Pick each other an outfit at a thrift shop',
    'S’habiller mutuellement à la friperie',
    { activity: 'arts' },
  ),
  option('bookshop', 'Choose a book for each other', 'S’échanger des livres choisis', {
    activity: 'arts',
    doable: { kinds: ['bookshop'] },
  }),
  option('museum_scavenger', 'A museum scavenger hunt', 'Une chasse au trésor au musée', {
    activity: 'arts',
    doable: { kinds: ['gallery_museum'] },
  }),
  option('climbing_gym', 'Try the climbing wall', 'Essayer le mur d’escalade', {
    likely: true,
    activity: 'sport',
    doable: { kinds: ['rec_centre'] },
  }),
  option('skate_night', 'Skating or roller night', 'Une soirée de patin ou de patin à roulettes', {
    likely: true,
    activity: 'sport',
    doable: { kinds: ['rink'], hours: [17, 21] },
  }),
  option('karaoke', 'Karaoke', 'Un karaoké', { activity: 'music' }),
  option('concert', 'A small concert', 'Un petit concert', {
    likely: true,
    activity: 'music',
    doable: { kinds: ['music', 'campus_event'] },
  }),
  option('film_double_bill', 'A double bill and popcorn', 'Deux films de suite et du maïs soufflé', {
    likely: true,
    activity: 'film',
    doable: { kinds: ['cinema'], hours: [12, 19] },
  }),
  option('picnic', 'A picnic by the water', 'Un pique-nique au bord de l’eau', {
    likely: true,
    activity: 'outdoors',
    doable: { kinds: ['park_outdoors'], hours: [11, 18] },
  }),
  option('star_gazing', 'Stargazing', 'Regarder les étoiles', { activity: 'outdoors' }),
  option('language_swap', 'Teach each other a few phrases', 'S’apprendre quelques phrases d’une langue', {
    activity: 'study',
    doable: { kinds: ['campus_coffee', 'off_campus_cafe'] },
  }),
  option('pottery_paint', 'A pottery or painting session', 'Un atelier de poterie ou de peinture', {
    activity: 'arts',
  }),
  option('volunteer_shift', 'A volunteer shift, then lunch', 'Du bénévolat, puis un dîner', {
    activity: 'volunteer',
    doable: { kinds: ['volunteering'] },
  }),
  option('co_work', 'Work side by side, then celebrate', 'Travailler côte à côte, puis fêter', {
    activity: 'study',
    doable: { kinds: ['study_break', 'campus_coffee'] },
  }),
  option('home_game', 'Cheer at a home game', 'Encourager l’équipe à domicile', { activity: 'sport' }),
  option('video_dinner', 'Cook the same recipe on a video call', 'Cuisiner la même recette en appel vidéo', {
    activity: 'online',
  }),
  option('double_date_games', 'A double date with games', 'Une sortie à deux couples avec des jeux', {
    activity: 'group',
  }),
];
