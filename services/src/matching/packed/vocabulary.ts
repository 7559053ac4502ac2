import { isScored, optionsOf, scoredValuesOf } from '../read-answers';
import type { Answers } from '@flint/contracts/questions/types';

/** Positions of option values in a bit mask, shared by a question about oneself and the wishes that compare with it. */
export class Vocabulary {
  private readonly positions: ReadonlyMap<string, number>;
  private readonly values: readonly string[];

  constructor(...questionIds: readonly string[]) {
    const options = questionIds.flatMap(optionsOf).filter(isScored);
    this.values = [...new Set(options.map(({ value }) => value))];
    this.positions = new Map(this.values.map((value, position) => [value, position]));
  }

  get size(): number {
    return this.positions.size;
  }

  get all(): readonly string[] {
    return this.values;
  }

  /** Position of a value, or -1. */
  at(value: string | null | undefined): number {
    return value ? (this.positions.get(value) ?? -1) : -1;
  }

  valueAt(position: number): string | undefined {
    return this.values[position];
  }

  /** The values of a mask whose lowest bit is position `from`. */
  valuesIn(mask: number, from = 0): string[] {
    const found: string[] = [];
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const value = this.values[from + 31 - Math.clz32(rest & -rest)];
      if (value !== undefined) found.push(value);
    }
    return found;
  }

  /** Bits `from` to `from + 31` of the values. */
  mask(values: readonly string[], from = 0): number {
    let mask = 0;
    for (const value of values) {
      const position = this.at(value) - from;
      if (position >= 0 && position < 32) mask |= 1 << position;
    }
    return mask >>> 0;
  }

  /** The mask of an answer's scored values; 0 if unanswered. */
  maskOf(answers: Answers, id: string, from = 0): number {
    return this.mask(scoredValuesOf(answers, id) ?? [], from);
  }
}

const of = (...ids: string[]) => new Vocabulary(...ids);

export const TRAITS = of('personality_type', 'ideal_personality_traits');
export const GREEN_FLAGS = of('green_flags_self', 'ideal_green_flags');
export const HABITS = of('red_flags_self', 'ideal_red_flags');
export const SOCIAL = of('social_preferences_self', 'ideal_social_preferences');
export const HOBBIES = of('hobbies_interests', 'ideal_hobbies_interests');
export const CORE_VALUES = of('ideal_core_value');
export const LOVE_LANGUAGES = of('preferred_love_languages');
export const PRIORITIES = of('current_life_priorities');
export const WEEKENDS = of('weekend_style_self');
export const EMOTIONAL = of('emotional_style_self');
export const RELIGIONS = of('religion');
export const INTENTS = of('intent');
export const FIRST_DATES = of('ideal_first_date');
export const DATE_IDEAS = of('ideal_date_types');
export const PLACES = of('meeting_preference');
