import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { assertQuestions } from '@flint/contracts/questions/assert-questions';
import type { Answers, Question } from '@flint/contracts/questions/types';
import { hash32 } from '../order';
import { createActivities } from '../rules/activities';
import { ageRangeOf, genderMask, seekingMask } from '../rules/identity';
import { textOf, scoredOptionsOf } from '../rules/read';
import { createReasons } from '../rules/reasons';
import { CONFIDENCE_PULL, firmOf } from '../rules/score';
import { termsOf } from '../rules/terms';
import type { MatchStudent } from '../student';
import { checksIn, listBits, madeChecks, maskOf, positionsIn, rowOfBits, trueChecks, widthsOf } from './bits';
import { allocator, FLAG, UNKNOWN, type Row, type Tables, type Widths } from './columns';
import { addKnown, BLOCK, weightTables, type Sums } from './kernels';
import { choiceColumn, packTerm } from './terms';

const sums = (): Sums => ({ earned: new Float64Array(BLOCK), most: new Float64Array(BLOCK) });

/** The answers to one question in columns, for what cards say. */
interface Kept {
  readonly widths: Widths;
  encode(answers: Answers): Row;
  read(t: Tables, row: number): unknown;
}

function keptOf(question: Question, self: Question): Kept {
  switch (question.type) {
    case 'single_select': {
      const column = choiceColumn(question);
      return { ...column, read: (t, row) => column.optionIn(t, row)?.value };
    }
    case 'limited_chips':
    case 'multi_select': {
      const bits = listBits(question, self);
      const values = scoredOptionsOf(self).map(({ value }) => value);
      return {
        widths: widthsOf(bits),
        encode: (answers) => rowOfBits(bits, answers),
        read(t, row) {
          const picked = positionsIn(t, bits, row).map((at) => values[at]!);
          if (picked.length === 0) return undefined;
          return question.type === 'multi_select' ? { values: picked } : picked;
        },
      };
    }
    default:
      return keptScales(question);
  }
}

function keptScales(question: Question): Kept {
  const scales = question.type === 'scales' ? question.scales : [];
  const keys = scales.map(({ key }) => ({ key, name: `${question.id} ${key}` }));
  const lowest = question.type === 'scales' ? question.min : 0;
  return {
    widths: {},
    encode: () => ({}),
    read(t, row) {
      const answer: Record<string, number> = {};
      for (const { key, name } of keys) if (t[name]![row] !== 0) answer[key] = t[name]![row]! - 1 + lowest;
      return answer;
    },
  };
}

/**
 * The fast score of a questionnaire: columns of all students, and tables of what each combination of answers is worth, both made from the
 * declarations that the rules read. Throws an error of one sentence for declarations that cannot be.
 */
export function createEngine(questions: readonly Question[]) {
  assertQuestions(questions);
  const terms = termsOf(questions).map((term) => ({
    ...packTerm(term),
    id: term.question.id,
    weight: term.weight,
    isShared: term.question === term.self,
  }));
  const shared = terms.filter(({ isShared }) => isShared);
  const wishes = terms.filter(({ isShared }) => !isShared);
  const knowable = terms.filter(({ isKnown }) => isKnown);
  const weights = weightTables(knowable.map(({ weight }) => weight));
  const firm = checksIn(firmOf(questions));
  const { sources } = createActivities(questions);
  const { speaking } = createReasons(questions);
  const spoken = speaking.map(({ id }) => terms.find((term) => term.id === id)!);
  const said = speaking.flatMap(({ question, self }) => [[question, self] as const, [self, self] as const]);
  const kept = new Map<string, Kept>(
    [...said, ...sources.map((source) => [source, source] as const)].map(([question, self]) => [
      question.id,
      keptOf(question, self),
    ]),
  );
  const parts = [...terms, ...kept.values()];
  const allocate = allocator(Object.assign({}, ...parts.map(({ widths }) => widths)) as Widths);

  /** The numbers of a student. The snapshot adds the window of shared time, because it knows the day. */
  function encode({ id, answers, missedDates, week }: MatchStudent): Row {
    const { min, max } = ageRangeOf(answers);
    const known = knowable.map(({ isKnown }) => isKnown!(answers));
    const bitsOf = (side: 'wish' | 'self') => maskOf(known.flatMap((each, at) => (each[side] ? [at] : [])));
    return {
      idHash: hash32(id),
      bornYmd: Number((textOf(answers, 'bundle_intro', 'date_of_birth') ?? '').replace(/-/g, '')) || 0,
      firmNoes: maskOf(madeChecks(firm, answers)),
      firmTrue: maskOf(trueChecks(firm, answers)),
      wishesKnown: bitsOf('wish'),
      selvesKnown: bitsOf('self'),
      flags: FLAG.live | (week === null ? 0 : FLAG.hasWeek),
      gender: genderMask(answers),
      seeking: seekingMask(answers),
      ageMin: min,
      ageMax: Number.isFinite(max) ? max : UNKNOWN,
      missedDates: Math.min(missedDates, UNKNOWN),
      ...(Object.assign({}, ...parts.map((part) => part.encode(answers))) as Row),
    };
  }

  /** The answers in a row, each read on access: a card needs few. */
  class Decoded {
    readonly #t: Tables;
    readonly #row: number;
    readonly #found: Record<string, unknown> = {};

    constructor(t: Tables, row: number) {
      [this.#t, this.#row] = [t, row];
    }

    static {
      for (const [id, { read }] of kept)
        Object.defineProperty(this.prototype, id, {
          get(this: Decoded) {
            return (this.#found[id] ??= read(this.#t, this.#row));
          },
        });
    }
  }

  /**
   * The answers in a row that reasons and shared activities need, enough for the same results as from the original answers, for either
   * side of the pair.
   */
  const decode = (t: Tables, row: number) => new Decoded(t, row) as unknown as Answers;

  const [there, back] = [sums(), sums()];

  /** Writes C(a, b) of one row with each of the others. Equals the rules up to rounding, and is bit-identical from either side. */
  function scoreRows(t: Tables, a: number, rows: Uint32Array, out: Float64Array): void {
    const { wishesKnown, selvesKnown } = t;
    const [both, ofOne] = [shared.map((term) => term.adder(t, a)), wishes.map((term) => term.adder(t, a))];
    for (let from = 0; from < rows.length; from += BLOCK) {
      const block = { rows, from, to: Math.min(rows.length, from + BLOCK) };
      there.earned.fill(CONFIDENCE_PULL * 0.5);
      there.most.fill(CONFIDENCE_PULL);
      for (const add of both) add(block, there, back);
      back.earned.set(there.earned);
      back.most.set(there.most);
      for (const add of ofOne) add(block, there, back);
      addKnown(block, wishesKnown[a]!, selvesKnown, weights, there);
      addKnown(block, selvesKnown[a]!, wishesKnown, weights, back);
      for (let i = from, k = 0; i < block.to; i++, k++)
        out[i] = Math.sqrt((there.earned[k]! * back.earned[k]!) / (there.most[k]! * back.most[k]!));
    }
  }

  /** What each term with a sentence earns one row with each of the others, at most 512, for `reasonCodes`. */
  function spokenBy(t: Tables, a: number, rows: Uint32Array): readonly Float64Array[] {
    const sized = (): Sums => ({
      earned: new Float64Array(rows.length),
      most: new Float64Array(rows.length),
    });
    const unused = sized();
    return spoken.map(({ adder }) => {
      const own = sized();
      adder(t, a)({ rows, from: 0, to: rows.length }, own, unused);
      return own.earned;
    });
  }

  /** C(a, b) of two rows. */
  function scoreOf(t: Tables, a: number, b: number): number {
    const out = new Float64Array(1);
    scoreRows(t, a, Uint32Array.of(b), out);
    return out[0]!;
  }

  /** The setting behind a firm no, as `question:option`. */
  const firmSettings = firm.map(({ question, value }) => `${question.id}:${value}`);

  return { allocate, encode, decode, scoreRows, scoreOf, spokenBy, firmSettings };
}

export const { allocate, encode, decode, scoreRows, scoreOf, spokenBy, firmSettings } =
  createEngine(QUESTIONS);

export const BYTES_PER_STUDENT = Object.values(allocate(1)).reduce((sum, table) => sum + table.byteLength, 0);

/** The columns with another number of rows: cut off, or followed by free rows. */
export function resize(tables: Tables, capacity: number): Tables {
  const next = allocate(capacity);
  for (const [name, table] of Object.entries(next)) table.set(tables[name]!.subarray(0, table.length));
  return next;
}
