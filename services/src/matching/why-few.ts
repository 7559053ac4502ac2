import type { Catalogue } from '@flint/texts/catalogue';
import { ENGLISH } from '../texts/index';
import { findQuestion } from '@flint/contracts/questions/catalogue';
import type { Answers } from '@flint/contracts/questions/types';
import { UNKNOWN } from './packed/columns';
import { ageRangeOf } from './rules/identity';
import { optionOf } from './rules/read';

/** Smaller gains are hidden, so that nobody can count single people. */
const LEAST_SHOWN = 10;
/** With at least this many people nothing is explained. */
export const ENOUGH = 10;

export interface WhyFew {
  /** Question id to change. */
  readonly setting: string;
  readonly text: string;
}

/** One own setting that alone excludes many people. */
export interface FewCode {
  /** Question id. */
  readonly setting: string;
  /** The option of that question; null for the ages. */
  readonly option: string | null;
  /** People it excludes, rounded down to tens. */
  readonly gain: number;
  /** The age range that excludes them; absent in a list of an older version. */
  readonly ages?: Ages;
}

/** 255: no upper age. */
type Ages = readonly [min: number, max: number];

/** The own setting whose relaxation adds most people; null if enough are left or the gain is small. */
export function fewCode(eligible: number, lostTo: ReadonlyMap<string, number>, ages: Ages): FewCode | null {
  if (eligible >= ENOUGH) return null;
  const [best] = [...lostTo].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
  if (!best || best[1] < LEAST_SHOWN) return null;
  const [setting, option] = best[0].split(':') as [string, string | undefined];
  const code = { setting, option: option ?? null, gain: Math.floor(best[1] / 10) * 10 };
  return code.option === null ? { ...code, ages } : code;
}

/** Whether the student looks for more ages than the round used. */
export function hasWidened({ ages }: FewCode, answers: Answers): boolean {
  const { min, max } = ageRangeOf(answers);
  return ages !== undefined && (min < ages[0] || Math.min(max, UNKNOWN) > ages[1]);
}

export function fewText({ setting, option, gain }: FewCode, { t }: Catalogue = ENGLISH): WhyFew {
  const text =
    option === null
      ? t(
          'Few people fit everything you asked for. Relaxing the ages you would like to meet would add about {gain} people.',
          { gain },
        )
      : t(
          'Few people fit everything you asked for. Relaxing your firm no "{answer}" would add about {gain} people.',
          { answer: t(optionOf(findQuestion(setting), option)?.label ?? option), gain },
        );
  return { setting, text };
}
