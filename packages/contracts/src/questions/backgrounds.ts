import { option } from './words';

export const ETHNICITIES = [
  option('african', 'African', 'Africaine'),
  option('arab', 'Arab', 'Arabe'),
  option('black', 'Black (Canadian or American)', 'Noire (Canada ou États-Unis)'),
  option('caribbean', 'Caribbean', 'Caribéenne'),
  option('central_asian', 'Central Asian', 'Asie centrale'),
  option('chinese', 'Chinese', 'Chinoise'),
  option('filipino', 'Filipino', 'Philippine'),
  option('first_nations', 'First Nations', 'Premières Nations'),
  option('inuit', 'Inuit', 'Inuite'),
  option('japanese', 'Japanese', 'Japonaise'),
  option('jewish', 'Jewish', 'Juive'),
  option('korean', 'Korean', 'Coréenne'),
  option('latin_american', 'Latin American', 'Latino-américaine'),
  option('metis', 'Métis', 'Métisse (Nation métisse)'),
  option('native_american', 'Native American or Alaska Native', 'Autochtone des États-Unis ou de l’Alaska'),
  option(
    'pacific_islander',
    'Pacific Islander or Native Hawaiian',
    'Îles du Pacifique ou autochtone d’Hawaï',
  ),
  option('south_asian', 'South Asian', 'Asie du Sud'),
  option('southeast_asian', 'Southeast Asian', 'Asie du Sud-Est'),
  option('west_asian', 'West Asian or Middle Eastern', 'Asie occidentale ou Moyen-Orient'),
  option('white', 'White or European', 'Blanche ou européenne'),
  option('prefer_not_to_say', 'Prefer not to say', 'Je préfère ne pas répondre', { exclusive: true }),
];

/** Religions that count as near each other, and never as different ones. */
export const RELIGION_FAMILIES = [
  ['catholic', 'orthodox', 'protestant', 'latter_day_saint'],
  ['agnostic', 'atheist', 'none'],
];
export const RELIGIONS = [
  option('agnostic', 'Agnostic', 'Agnostique'),
  option('atheist', 'Atheist', 'Athée'),
  option('bahai', "Bahá'í", 'Bahá’íe'),
  option('buddhist', 'Buddhist', 'Bouddhiste'),
  option('catholic', 'Christian (Catholic)', 'Chrétienne (catholique)'),
  option('orthodox', 'Christian (Orthodox)', 'Chrétienne (orthodoxe)'),
  option('protestant', 'Christian (Protestant or other)', 'Chrétienne (protestante ou autre)'),
  option('hindu', 'Hindu', 'Hindoue'),
  option('indigenous', 'Indigenous spirituality', 'Spiritualité autochtone'),
  option('jain', 'Jain', 'Jaïne'),
  option('jewish', 'Jewish', 'Juive'),
  option('latter_day_saint', 'Latter-day Saint', 'Saints des derniers jours'),
  option('muslim', 'Muslim', 'Musulmane'),
  option('pagan', 'Pagan', 'Païenne'),
  option('sikh', 'Sikh', 'Sikhe'),
  option('spiritual', 'Spiritual, not religious', 'Spirituelle, sans religion'),
  option('taoist', 'Taoist', 'Taoïste'),
  option('zoroastrian', 'Zoroastrian', 'Zoroastrienne'),
  option('none', 'No religion', 'Aucune religion'),
  option('prefer_not_to_say', 'Prefer not to say', 'Je préfère ne pas répondre', { exclusive: true }),
];
