import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answers } from '@flint/contracts/questions/types';

const DAY_MS = 86_400_000;
/** A changed firm no counts at most once in this many days, so that nobody reads others' sealed answers by changing it. */
const HELD_DAYS = 14;

const FIRM = QUESTIONS.flatMap((question) =>
  'firm' in question.match && 'options' in question
    ? [{ id: question.id, options: question.options.filter(({ exclusive }) => !exclusive) }]
    : [],
);

/** The firm noes of a student that rounds use. */
export interface Firm {
  /** Chosen options by question, in the order of the questionnaire. */
  readonly noes: Readonly<Record<string, readonly string[]>>;
  /** The day of the last change; null before the first one. */
  readonly changed: string | null;
}

const noesIn = (answers: Answers): Firm['noes'] =>
  Object.fromEntries(
    FIRM.map(({ id, options }) => {
      const chosen = (answers[id] as { values?: readonly string[] } | undefined)?.values ?? [];
      return [id, options.flatMap(({ value }) => (chosen.includes(value) ? [value] : []))];
    }),
  );

/** The firm noes that count on a day: the current ones, or those of the last round while a change is too recent. */
export function firmOn(day: string, answers: Answers, before: Firm | undefined): Firm {
  const noes = noesIn(answers);
  if (!before) return { noes, changed: null };
  if (JSON.stringify(noes) === JSON.stringify(before.noes)) return before;
  const held = before.changed !== null && Date.parse(day) - Date.parse(before.changed) < HELD_DAYS * DAY_MS;
  return held ? before : { noes, changed: day };
}

/** The answers with those firm noes. */
export const withFirm = (answers: Answers, { noes }: Firm): Answers => ({
  ...answers,
  ...Object.fromEntries(Object.entries(noes).map(([id, values]) => [id, { values }])),
});
