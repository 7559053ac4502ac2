import { textsIn } from './index';

it.each([
  ['Your date is tomorrow', 'demain'],
  ['Your date is in two hours', 'deux heures'],
  ['We could not find enough to act on. You two stay hidden from each other.', 'pas trouvé assez'],
  ['We found that it did not happen. You two stay hidden from each other.', 'n’a pas eu lieu'],
  ['The person you’re meeting is on the way.', 'en chemin'],
  ['The person you’re meeting has arrived.', 'sur place'],
])('“%s” - says in French: %s', (text, words) => expect(textsIn('fr').t(text)).toContain(words));
