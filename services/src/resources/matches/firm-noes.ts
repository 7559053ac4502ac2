import { LIMITS } from '@flint/contracts';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answers } from '@flint/contracts/questions/types';
import { DAY_MS } from '@flint/contracts/time';
import { keyedHash } from '../../infra/keyed-hash';
import type { Deps } from '../resource';

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
  /** Of a student who left: the day, and a keyed hash in place of the noes; of one who joined with others, a hash of those before. */
  readonly left?: { readonly day: string; readonly hash: string };
  /** Of a student who joined a round and was in none before: until the next one, a change is free. */
  readonly isNew?: boolean;
}

const noesIn = (answers: Answers): Firm['noes'] =>
  Object.fromEntries(
    FIRM.map(({ id, options }) => {
      const chosen = (answers[id] as { values?: readonly string[] } | undefined)?.values ?? [];
      return [id, options.flatMap(({ value }) => (chosen.includes(value) ? [value] : []))];
    }),
  );

/** Whether this firm no is among the current ones; the one that rounds use may be older. */
export const hasNo = (answers: Answers, question: string, option: string) =>
  noesIn(answers)[question]?.includes(option) === true;

const isHeld = (day: string, since: string | null) =>
  since !== null && Date.parse(day) - Date.parse(since) < LIMITS.firmNoDays * DAY_MS;

type Secret = Pick<Deps, 'secret'>;
const hashOf = (deps: Secret, mark: string, noes: Firm['noes']) =>
  keyedHash(deps, 'firm-noes', JSON.stringify([mark, noes]));

/**
 * The firm noes that count on a day: the current ones, or those of the last round while a change is too recent. A student who left and returns
 * with others has none meanwhile.
 */
export function firmOn(deps: Secret, mark: string, day: string, answers: Answers, before?: Firm): Firm {
  const noes = noesIn(answers);
  if (!before || before.isNew) return { noes, changed: null };
  const { changed, left } = before;
  const isSame = left
    ? left.hash === hashOf(deps, mark, noes)
    : JSON.stringify(noes) === JSON.stringify(before.noes);
  if (isSame) return { noes, changed };
  return isHeld(day, changed) ? { noes: before.noes, changed } : { noes, changed: day };
}

/**
 * What the next round must know of the firm noes under which a student joins: null where no change counts. Going back to the noes before
 * is free: it reveals nothing new.
 */
export function firmJoined(deps: Secret, mark: string, day: string, firm: Firm, before?: Firm): Firm | null {
  if (!before) return { ...firm, isNew: true };
  if (firm.changed === before.changed) return null;
  return { ...firm, left: { day, hash: before.left?.hash ?? hashOf(deps, mark, before.noes) } };
}

/** What stays of the firm noes of a student who is in no round any more, so that a new account is no way to change them; null after 14 days. */
export function firmAfter(
  deps: Secret,
  mark: string,
  day: string,
  { noes, changed, left }: Firm,
): Firm | null {
  const since = left ?? { day, hash: hashOf(deps, mark, noes) };
  return isHeld(day, since.day) ? { noes: noesIn({}), changed, left: since } : null;
}

/** The answers with those firm noes. */
export const withFirm = (answers: Answers, { noes }: Firm): Answers => ({
  ...answers,
  ...Object.fromEntries(Object.entries(noes).map(([id, values]) => [id, { values }])),
});
