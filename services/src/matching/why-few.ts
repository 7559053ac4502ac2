import { findQuestion } from '@flint/contracts/questions/catalogue';
import type { Catalogue } from '@flint/texts/catalogue';
import { ENGLISH } from '../texts/index';

/** Gains below this are hidden, so that nobody can count single people. */
const LEAST_SHOWN = 10;
/** With this many people or more nothing is explained. */
const ENOUGH = 10;

export interface WhyFew {
  /** Question id to change. */
  readonly setting: string;
  readonly text: string;
}

function firmNoLabel(value: string): string {
  const question = findQuestion('lifestyle_dealbreakers');
  const option =
    question?.type === 'multi_select' ? question.options.find((o) => o.value === value) : undefined;
  return option?.label ?? value;
}

/** The one own setting whose relaxing brings most people, rounded down to tens; null when enough are left or the gain is small. */
export function whyFew(
  eligible: number,
  lostTo: ReadonlyMap<string, number>,
  { t }: Catalogue = ENGLISH,
): WhyFew | null {
  if (eligible >= ENOUGH) return null;
  const [best] = [...lostTo].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
  if (!best || best[1] < LEAST_SHOWN) return null;
  const [setting, value] = best[0].split(':') as [string, string | undefined];
  const gain = Math.floor(best[1] / 10) * 10;
  const text = value
    ? t(
        'Few people fit everything you asked for. Relaxing your firm no "{answer}" would add about {gain} people.',
        { answer: t(firmNoLabel(value)), gain },
      )
    : t(
        'Few people fit everything you asked for. Relaxing the ages you would like to meet would add about {gain} people.',
        { gain },
      );
  return { setting, text };
}
