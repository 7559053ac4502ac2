import { LIMITS } from '@flint/contracts';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Reason } from '@flint/contracts/questions/match';
import type { Answers, Question } from '@flint/contracts/questions/types';
import type { Catalogue } from '@flint/texts/catalogue';
import { ENGLISH } from '../../texts/index';
import { chosenOf, optionsOf, pickedOf, scalesOf } from './read';
import { termsOf, type Term } from './terms';

const REASONS_SHOWN = 3;
/** A term with a lower score gets no sentence. */
const NOTABLE = 0.6;
const ROUNDING = 1e-9;

/** A sentence about two people: which values it names, and its words. */
interface Sentence {
  readonly topic: string;
  /** Option values, or a scale and its end; empty if there is nothing to say. */
  values(mine: Answers, theirs: Answers): readonly string[];
  words(texts: Catalogue, values: readonly string[]): string;
}

const joined = ({ t }: Catalogue, parts: readonly string[]) =>
  parts.length < 2
    ? parts.join('')
    : t('{list} and {last}', { list: parts.slice(0, -1).join(', '), last: parts.at(-1)! });

const lowered = (label: string) =>
  /^I\b|^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** The first values that both chose, in the order of the options. */
function sharedBy({ question, self }: Term, mine: Answers, theirs: Answers): readonly string[] {
  if (question.type === 'single_select') {
    const [a, b] = [chosenOf(question, mine), chosenOf(question, theirs)];
    return a && a === b ? [a.value] : [];
  }
  const wanted = pickedOf(question, mine)?.map(({ value }) => value) ?? [];
  const both = pickedOf(self, theirs)?.filter(({ value }) => wanted.includes(value)) ?? [];
  return optionsOf(self).flatMap((option) => (both.includes(option) ? option.value : []));
}

function sentenceOfOptions(term: Term, { text, most = 2, topic }: Reason): Sentence {
  return {
    topic: topic ?? term.question.id,
    values: (mine, theirs) => sharedBy(term, mine, theirs).slice(0, most),
    words(texts, values) {
      const labels = optionsOf(term.self)
        .filter(({ value }) => values.includes(value))
        .map(({ label }) => lowered(texts.t(label)));
      const naming = (shown: readonly string[]) => texts.t(text, { labels: joined(texts, shown) });
      const whole = naming(labels);
      return whole.length > LIMITS.lineMax ? naming(labels.slice(0, 1)) : whole;
    },
  };
}

function sentenceOfScales(question: Question & { type: 'scales' }): Sentence | null {
  const spoken = question.scales.filter(({ reason }) => reason);
  if (spoken.length === 0) return null;
  const steps = new Map(scalesOf(question).map(({ key, of }) => [key, of]));
  const middle = (question.max - question.min) / 2;
  return {
    topic: question.id,
    values(mine, theirs) {
      for (const { key } of spoken) {
        const [a, b] = [steps.get(key)!(mine) ?? middle, steps.get(key)!(theirs) ?? middle];
        if (a < middle && b < middle) return [key, 'low'];
        if (a > middle && b > middle) return [key, 'high'];
      }
      return [];
    },
    words({ t }, [key, end]) {
      const { low, high } = spoken.find((scale) => scale.key === key)!.reason!;
      return t(end === 'low' ? low : high);
    },
  };
}

function sentenceOf(term: Term): Sentence | null {
  const { question } = term;
  if (question.type === 'scales') return sentenceOfScales(question);
  return 'reason' in question.match && question.match.reason
    ? sentenceOfOptions(term, question.match.reason)
    : null;
}

/**
 * Sentences by question, as the questions declare them. They use only answers that the questions open to profiles or match reasons,
 * also one that the other has switched off for the card; never red flags, firm noes, attachment, ethnicity, religion, habits, or the other's wishes (decisions/007).
 */
export function createReasons(questions: readonly Question[]) {
  const speaking = termsOf(questions).flatMap((term) => {
    const sentence = sentenceOf(term);
    return sentence ? [{ ...term, id: term.question.id, sentence }] : [];
  });
  const byId = new Map(speaking.map(({ id, sentence }) => [id, sentence]));

  /**
   * At most three reasons as codes, the heaviest first: weight x (score - 0.5). Independent of the language. A round gives weight x score of each
   * term, because it has them.
   */
  function reasonCodes(
    mine: Answers,
    theirs: Answers,
    earned = (at: number) => speaking[at]!.weight * (speaking[at]!.score(mine, theirs) ?? 0),
  ): string[] {
    // a loop for speed: it runs for everybody on every list of a round
    const notable: { readonly term: (typeof speaking)[number]; readonly strength: number }[] = [];
    for (const [at, term] of speaking.entries()) {
      const strength = earned(at) - 0.5 * term.weight;
      if (strength > (NOTABLE - 0.5) * term.weight - ROUNDING) notable.push({ term, strength });
    }
    // equally strong ones in the order of the questions, whatever the rounding
    notable.sort((a, b) => (Math.abs(a.strength - b.strength) < ROUNDING ? 0 : b.strength - a.strength));
    const chosen = new Map<string, string>();
    for (const { term } of notable) {
      const { id, sentence } = term;
      if (chosen.size === REASONS_SHOWN) break;
      const values = chosen.has(sentence.topic) ? [] : sentence.values(mine, theirs);
      if (values.length > 0) chosen.set(sentence.topic, `${id}:${values.join(',')}`);
    }
    return [...chosen.values()];
  }

  /** A reason in words; null for a code of another catalogue. */
  function reasonText(code: string, texts: Catalogue = ENGLISH): string | null {
    const [id = '', values = ''] = code.split(':');
    return byId.get(id)?.words(texts, values.split(',')) ?? null;
  }

  return { speaking, reasonCodes, reasonText };
}

export const { reasonCodes, reasonText } = createReasons(QUESTIONS);
