import type { Answers, Question } from '@flint/contracts/questions/types';
import { checksFit, choiceFit, overlapFit, rankSpan } from '../rules/formulas';
import { chosenOf, optionsOf, scalesOf, scoredOptionsOf } from '../rules/read';
import type { ScoredQuestion, Term } from '../rules/terms';
import {
  activityBits,
  COUNT_AT,
  listBits,
  madeBits,
  rowOfBits,
  tagBits,
  trueBits,
  valueBits,
  widthsOf,
  type Bits,
} from './bits';
import type { Row, Tables, Widths } from './columns';
import { addChoices, addDistances, addOverlap, type Block, type Side, type Sums } from './kernels';

/** Adds what the pairs of one row with others are worth: to `there`, and for a wish the other's wish to `back`. */
export type Adder = (block: Block, there: Sums, back: Sums) => void;

/** One scored question in columns. */
export interface PackedTerm {
  readonly widths: Widths;
  encode(answers: Answers): Row;
  adder(t: Tables, row: number): Adder;
  /** Whether the wish is answered, and the question about oneself. Undefined for a term that finds out pair by pair. */
  readonly isKnown?: (answers: Answers) => { readonly wish: boolean; readonly self: boolean };
}

/** What each combination is worth; 0 if one did not answer. */
const worthOf = (size: number, weight: number, scoreAt: (at: number) => number | null) =>
  Float64Array.from({ length: size }, (_, at) => weight * (scoreAt(at) ?? 0));

/** The option chosen, as its position and one; 0 if unanswered. */
export function choiceColumn(question: Question) {
  const options = optionsOf(question);
  return {
    widths: { [question.id]: 'u8' } as Widths,
    encode: (answers: Answers): Row => {
      const chosen = chosenOf(question, answers);
      return { [question.id]: chosen ? options.indexOf(chosen) + 1 : 0 };
    },
    optionIn: (t: Tables, row: number) => options[t[question.id]![row]! - 1],
  };
}

function packChoice(question: ScoredQuestion<'table' | 'rank' | 'nearness'>): PackedTerm {
  const { id, match } = question;
  const options = optionsOf(question);
  const span = rankSpan(options);
  const width = options.length + 1;
  const values = worthOf(width * width, match.weight, (at) => {
    const [a, b] = [options[Math.floor(at / width) - 1], options[(at % width) - 1]];
    return a && b ? choiceFit(match, span, a, b) : null;
  });
  return {
    ...choiceColumn(question),
    adder(t, row) {
      const column = t[id] as Uint8Array;
      const base = column[row]! * width;
      return (block, there) => addChoices(block, column, base, values, there);
    },
    isKnown(answers) {
      const chosen = chosenOf(question, answers);
      const isKnown = chosen !== null && choiceFit(match, span, chosen, chosen) !== null;
      return { wish: isKnown, self: isKnown };
    },
  };
}

interface Overlap {
  readonly wish: Bits;
  readonly self: Bits;
  readonly weight: number;
  /** Counts are null if unanswered. */
  score(mine: number | null, theirs: number | null, both: number, clashes: number): number | null;
  readonly opposites?: readonly (readonly [number, number])[];
}

/** Two lists, and for opposites which pairs each of them touches with its first (low bits) and second value. */
function packOverlap(id: string, { wish, self, weight, score, opposites = [] }: Overlap): PackedTerm {
  const isOne = wish.words[0] === self.words[0];
  const clashes = opposites.length + 1;
  const both = Math.min(wish.mostSet, self.mostSet) + 1;
  const [mineMost, theirMost] = [wish.most + 2, self.most + 2];
  const values = worthOf(mineMost * theirMost * both * clashes, weight, (at) => {
    const rest = Math.floor(at / clashes);
    const counts = Math.floor(rest / both);
    const known = (count: number) => (count === 0 ? null : count - 1);
    return score(known(Math.floor(counts / theirMost)), known(counts % theirMost), rest % both, at % clashes);
  });
  const [mineStride, theirStride] = [theirMost * both * clashes, both * clashes];
  const [wishSides, selfSides] = [`${id} opposites`, `${id} opposed`];
  const side = (t: Tables, row: number, from: Bits, to: Bits, isWish: boolean): Side => {
    const [low, high = low] = from.words;
    const [lows, highs = lows] = to.words;
    return {
      low: t[low]![row]! & ((1 << COUNT_AT) - 1),
      high: high === low ? 0 : t[high]![row]!,
      opposites: opposites.length > 0 ? t[isWish ? wishSides : selfSides]![row]! : 0,
      lows: t[lows] as Uint32Array,
      highs: t[highs] as Uint32Array,
      sides: t[opposites.length > 0 ? (isWish ? selfSides : wishSides) : lows] as Uint32Array,
      base: (t[low]![row]! >>> COUNT_AT) * (isWish ? mineStride : theirStride),
      stride: isWish ? theirStride : mineStride,
      each: clashes,
    };
  };
  const touched = (at: readonly number[], second: 0 | 1) =>
    opposites.reduce((mask, pair, i) => (at.includes(pair[second]) ? mask | (1 << i) : mask), 0);
  const sidesOf = (at: readonly number[], first: 0 | 1, second: 0 | 1) =>
    (touched(at, first) | (touched(at, second) << 16)) >>> 0;
  return {
    widths: {
      ...widthsOf(wish),
      ...widthsOf(self),
      ...(opposites.length > 0 && { [wishSides]: 'u32', [selfSides]: 'u32' }),
    },
    encode: (answers) => ({
      ...rowOfBits(wish, answers),
      ...(!isOne && rowOfBits(self, answers)),
      ...(opposites.length > 0 && {
        [wishSides]: sidesOf(wish.of(answers).at, 0, 1),
        [selfSides]: sidesOf(self.of(answers).at, 1, 0),
      }),
    }),
    adder(t, row) {
      const [out, home] = [side(t, row, wish, self, true), isOne ? null : side(t, row, self, wish, false)];
      return (block, there, back) => {
        addOverlap(block, out, values, there);
        if (home) addOverlap(block, home, values, back);
      };
    },
    isKnown(answers) {
      const [mine, theirs] = [wish.of(answers).count, self.of(answers).count];
      const most = (bits: Bits) => Math.max(1, bits.most);
      return {
        wish: score(mine, most(self), 0, 0) !== null,
        self: score(most(wish), theirs, 0, 0) !== null,
      };
    },
  };
}

function overlapOf(question: ScoredQuestion<'overlap'>, self: Question): Overlap {
  const { match } = question;
  const lists = match.activities
    ? [question, self].map(activityBits)
    : [listBits(question, self), listBits(self, self)];
  const [mine, theirs] = lists as [Bits, Bits];
  const values = scoredOptionsOf(self).map(({ value }) => value);
  const isAny = (count: number | null, { most }: Bits) => match.activities && count === most;
  return {
    wish: mine,
    self: theirs,
    weight: match.weight,
    score: (a, b, both, clashes) =>
      a && b && (isAny(a, mine) || isAny(b, theirs))
        ? 1
        : overlapFit(match, { mine: a, theirs: b, both, clashes }),
    opposites: (match.opposites ?? []).map(([a, b]) => [values.indexOf(a), values.indexOf(b)] as const),
  };
}

function packDistance(question: ScoredQuestion<'distance'>): PackedTerm {
  const scales = scalesOf(question);
  const names = scales.map(({ key }) => `${question.id} ${key}`);
  const widest = Math.max(...scales.map(({ steps }) => steps));
  const width = widest * scales.length + 1;
  const { weight } = question.match;
  const values = worthOf((scales.length + 1) * width, weight, (at) => {
    const [known, gap] = [Math.floor(at / width), at % width];
    return known === 0 ? null : 1 - gap / known / widest;
  });
  // a number is one more than its step, and 0 if unanswered
  const numbers = widest + 2;
  const gaps = Int32Array.from({ length: numbers * numbers }, (_, at) => {
    const [mine, theirs] = [Math.floor(at / numbers), at % numbers];
    return mine === 0 || theirs === 0 ? 0 : width + Math.abs(mine - theirs);
  });
  return {
    widths: Object.fromEntries(names.map((name) => [name, 'u8'])),
    encode: (answers) =>
      Object.fromEntries(
        scales.map(({ of }, i) => {
          const step = of(answers);
          return [names[i]!, step === null ? 0 : step + 1];
        }),
      ),
    adder(t, row) {
      const columns = names.map((name) => t[name] as Uint8Array);
      const bases = columns.map((column) => column[row]! * numbers);
      const distances = { columns, bases, gaps, weight };
      return (block, there) => addDistances(block, distances, values, there);
    },
  };
}

/** The columns and tables of one term, from the same declaration that the rules read. */
export function packTerm({ question, self }: Term): PackedTerm {
  const { match, id } = question;
  switch (match.by) {
    case 'overlap':
      return packOverlap(id, overlapOf(question as ScoredQuestion<'overlap'>, self));
    case 'tag':
      return packOverlap(id, {
        wish: valueBits(question),
        self: tagBits(question, self),
        weight: match.weight,
        score: (a, b, both) => (a && b ? (both > 0 ? 1 : match.otherwise) : null),
      });
    case 'checks':
      return packOverlap(id, {
        wish: madeBits(question),
        self: trueBits(question, self),
        weight: match.weight,
        score: (a, b, hits) => (a && b !== null ? checksFit(hits) : null),
      });
    case 'distance':
      return packDistance(question as ScoredQuestion<'distance'>);
    default:
      return packChoice(question as ScoredQuestion<'table' | 'rank' | 'nearness'>);
  }
}
