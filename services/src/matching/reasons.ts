import type { Answers } from '@flint/contracts/questions/types';
import { message, type Catalogue } from '@flint/texts/catalogue';
import { ENGLISH } from '../texts/index';
import { TERMS } from './reference/terms';
import { numberOf, optionsOf, scoredValuesOf, singleOf } from './read-answers';
import { weightOf } from './weights';

/** A sentence about two people: which values it names, and its words. */
interface Sentence {
  /** Option values, or a scale and its end; empty if there is nothing to say. */
  values(mine: Answers, theirs: Answers): readonly string[];
  words(texts: Catalogue, values: readonly string[]): string;
}

const REASONS_SHOWN = 3;
/** A term with a lower score gets no sentence. */
const NOTABLE = 0.6;

const joined = ({ t }: Catalogue, parts: readonly string[]) =>
  parts.length < 2
    ? parts.join('')
    : t('{list} and {last}', { list: parts.slice(0, -1).join(', '), last: parts.at(-1)! });

const lowered = (label: string) =>
  /^I\b|^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** The first of these values, in catalogue order. */
function firstOf(id: string, values: readonly string[], most: number): string[] {
  return optionsOf(id)
    .map(({ value }) => value)
    .filter((value) => values.includes(value))
    .slice(0, most);
}

function labelsOf(texts: Catalogue, id: string, values: readonly string[]): string {
  const labels = optionsOf(id)
    .filter(({ value }) => values.includes(value))
    .map(({ label }) => lowered(texts.t(label)));
  return joined(texts, labels);
}

const sharedList = (id: string, sentence: string, most = 2): Sentence => ({
  values(mine, theirs) {
    const other = scoredValuesOf(theirs, id) ?? [];
    const both = (scoredValuesOf(mine, id) ?? []).filter((value) => other.includes(value));
    return firstOf(id, both, most);
  },
  words: (texts, values) => texts.t(sentence, { labels: labelsOf(texts, id, values) }),
});

const sameChoice = (id: string, sentence: string): Sentence => ({
  values(mine, theirs) {
    const value = singleOf(mine, id);
    return value !== null && value === singleOf(theirs, id) ? [value] : [];
  },
  words: (texts, values) => texts.t(sentence, { label: labelsOf(texts, id, values) }),
});

/** What they say about themselves and I look for; both lists share their values. */
const wishReason = (
  wish: string,
  self: string,
  { one, two }: { readonly one: string; readonly two: string },
): Sentence => ({
  values(mine, theirs) {
    const wanted = scoredValuesOf(mine, wish) ?? [];
    const values = (scoredValuesOf(theirs, self) ?? []).filter((value) => wanted.includes(value));
    return firstOf(self, values, 2);
  },
  words: (texts, values) => texts.t(values.length > 1 ? two : one, { labels: labelsOf(texts, self, values) }),
});

const SCALE_WORDS: Record<string, readonly [low: string, high: string]> = {
  directness: [
    message('You both prefer to let things settle before raising them'),
    message('You both say things straight'),
  ],
  contact_preference: [
    message('You both like space between dates'),
    message('You both like to talk every day'),
  ],
  planning_style: [message('You both like last-minute plans'), message('You both like plans made ahead')],
  conversation_depth: [
    message('You both like light and funny conversations'),
    message('You both like deep conversations'),
  ],
};

const scales: Sentence = {
  values(mine, theirs) {
    for (const key of Object.keys(SCALE_WORDS)) {
      const [a, b] = [mine, theirs].map((answers) => numberOf(answers, 'communication_style_self', key) ?? 4);
      if (a! <= 3 && b! <= 3) return [key, 'low'];
      if (a! >= 5 && b! >= 5) return [key, 'high'];
    }
    return [];
  },
  words({ t }, [key, end]) {
    const [low, high] = SCALE_WORDS[key!]!;
    return t(end === 'low' ? low : high);
  },
};

/**
 * Sentences by term. They use only what the other shows on their profile or allowed as a match reason; never red flags, firm noes,
 * attachment, ethnicity, religion, habits, or the other's wishes (decisions/007).
 */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  hobbies_interests: sharedList('hobbies_interests', message('You both enjoy {labels}')),
  ideal_personality_traits: wishReason('ideal_personality_traits', 'personality_type', {
    one: message('They call themselves {labels}; you look for that'),
    two: message('They call themselves {labels}; you look for both'),
  }),
  intent: sameChoice('intent', message('You are both here for the same thing: {label}')),
  communication_style_self: scales,
  weekend_style_self: sharedList(
    'weekend_style_self',
    message('A good weekend for both of you: {labels}'),
    1,
  ),
  ideal_first_date: sharedList('ideal_first_date', message('A first date you would both like: {labels}'), 1),
  current_life_priorities: sharedList(
    'current_life_priorities',
    message('Right now you both put first: {labels}'),
    1,
  ),
  preferred_love_languages: sharedList(
    'preferred_love_languages',
    message('You both feel cared for by {labels}'),
    1,
  ),
  ideal_relationship_timeline: sameChoice(
    'ideal_relationship_timeline',
    message('The same pace feels right to you both: {label}'),
  ),
  lifestyle_balance: sameChoice('lifestyle_balance', message('Your weeks look alike: {label}')),
  ideal_social_preferences: wishReason('ideal_social_preferences', 'social_preferences_self', {
    one: message('They enjoy {labels}, as you hope'),
    two: message('They enjoy {labels}, as you hope'),
  }),
};

/** Terms of one topic give only one sentence, by the stronger term. */
const TOPIC: Readonly<Record<string, string>> = { ideal_relationship_timeline: 'pace', intent: 'pace' };

const SPEAKING = Object.entries(TERMS).flatMap(([id, score]) => {
  const sentence = SENTENCES[id];
  return sentence ? [{ id, score, sentence, weight: weightOf(id), topic: TOPIC[id] ?? id }] : [];
});

/** At most three reasons as codes, the heaviest first: weight x (score - 0.5). Independent of the language. */
export function reasonCodes(mine: Answers, theirs: Answers): string[] {
  // a loop for speed: it runs for everybody on every list of a round
  const notable: { readonly term: (typeof SPEAKING)[number]; readonly strength: number }[] = [];
  for (const term of SPEAKING) {
    const value = term.score(mine, theirs);
    if (value !== null && value >= NOTABLE) notable.push({ term, strength: term.weight * (value - 0.5) });
  }
  notable.sort((a, b) => b.strength - a.strength);
  const chosen = new Map<string, string>();
  for (const { term } of notable) {
    const { id, sentence, topic } = term;
    if (chosen.size === REASONS_SHOWN) break;
    const values = chosen.has(topic) ? [] : sentence.values(mine, theirs);
    if (values.length > 0) chosen.set(topic, `${id}:${values.join(',')}`);
  }
  return [...chosen.values()];
}

/** A reason in words; null for a code of another catalogue. */
export function reasonText(code: string, texts: Catalogue = ENGLISH): string | null {
  const [id = '', values = ''] = code.split(':');
  return SENTENCES[id]?.words(texts, values.split(',')) ?? null;
}
