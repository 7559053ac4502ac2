import { readFileSync } from 'node:fs';
import path from 'node:path';
import { callErrorText } from '../call-errors';
import { ERRORS } from '../errors';
import { QUESTIONS } from '../questions/catalogue';
import { SECTIONS } from '../questions/sections';
import type { Question } from '../questions/types';
import * as WORDING from '../wording';
import { fr } from './fr';
import { frErrors } from './fr-errors';
import { frQuestions } from './fr-questions';

/** The members of a question that hold texts of the form; the others are ids, values and notes for programmers. */
const SHOWN = [
  'title',
  'help',
  'privacy',
  'label',
  'hint',
  'description',
  'otherDescription',
  'otherPlaceholder',
  'minLabel',
  'maxLabel',
];
const SHOWN_LISTS = ['otherSuggestions'];

function* textsIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'string' && SHOWN.includes(key)) yield value;
    else if (SHOWN_LISTS.includes(key)) yield* value as string[];
    else yield* textsIn(value);
  }
}
const textsOf = (parts: readonly (Question | { readonly title: string })[]) => [...new Set(textsIn(parts))];

/** Every sentence in a nested object of sentences. */
const sentencesOf = (words: object): string[] =>
  Object.values(words).flatMap((word: unknown) =>
    typeof word === 'string' ? word : sentencesOf(word as object),
  );
const holesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

/** Every message about a field of an answer, with a placeholder for its limit, and zod's own messages. */
const FIELDS = [
  ...readFileSync(path.join(__dirname, '../questions/answer-schema.ts'), 'utf8').matchAll(
    /(?:error|detail): ['`]([^'`]+)['`]/g,
  ),
].map(([, text]) => text!.replace(/\$\{[^}]+\}/g, '{n}'));
const REFUSALS = [...Object.values(ERRORS).map(([, detail]) => detail), ...FIELDS, 'Invalid input'];

/** Messages of the sign-in service, hosted or built-in, that a student can see. */
const SIGN_IN = [
  'Token has expired or is invalid',
  'email rate limit exceeded',
  'Request rate limit reached',
  'User is banned',
  'Unable to validate email address: invalid format',
  'An email address is too long',
  'Signups not allowed for otp',
  'Sign-in is busy or starting. Please try again in a moment.',
  'Processing this request timed out',
  'Unexpected failure, please check server logs for more information',
  'Error sending magic link email',
  'Error sending confirmation email',
];

const CALLS = ['Failed to fetch', '401', '403', '404', '500', ''].map(callErrorText);

describe('the French of the contracts', () => {
  it('every text of the question catalogue - has its French', () => {
    const missing = textsOf([...SECTIONS, ...QUESTIONS]).filter((text) => !(text in frQuestions));
    const swapped = Object.keys(frQuestions).filter((text) =>
      /\b(le|la|les|des|une|est|que|pour|je|vous|quelque|commun)\b/i.test(text),
    );
    expect(swapped).toEqual([]);
    expect(missing).toEqual([]);
  });

  it('two options of one question - in French - differ', () => {
    for (const question of QUESTIONS) {
      const sets = question.type === 'select_group' ? question.fields : [question];
      for (const set of sets) {
        const labels = 'options' in set ? set.options.map(({ label }) => frQuestions[label]) : [];
        expect(new Set(labels).size).toBe(labels.length);
      }
    }
  });

  it.each(sentencesOf(WORDING))('the specification’s “%s” - has its French', (text) =>
    expect(fr).toHaveProperty([text]),
  );

  it.each([
    ['Offer accepted successfully!', 'acceptée'],
    ['Offer declined successfully!', 'refusée'],
    ['Offer rescheduled successfully!', 'Nouvelle date'],
  ] as const)('“%s” - says in French: %s', (text, words) => expect(fr[text]).toContain(words));

  it('two refusals - in French - differ', () =>
    expect(new Set(Object.values(frErrors)).size).toBe(Object.keys(frErrors).length));

  it.each(CALLS)('the refused call’s “%s” - has its French', (text) => expect(fr).toHaveProperty([text]));

  it.each(SIGN_IN)('the sign-in’s “%s” - has its French', (text) => expect(fr).toHaveProperty([text]));

  it.each(REFUSALS)('the refusal’s “%s” - has its French', (text) =>
    expect({ ...fr, ...frErrors }).toHaveProperty([text]),
  );

  it('French of refusals - of a removed text - does not exist', () => {
    expect(Object.keys(frErrors).filter((text) => !(REFUSALS as string[]).includes(text))).toEqual([]);
  });

  it('French of the contracts - of a removed text - does not exist', () => {
    const used = new Set([...sentencesOf(WORDING), ...CALLS, ...SIGN_IN]);
    expect(Object.keys(fr).filter((text) => !used.has(text))).toEqual([]);
  });

  it('every French text - has the placeholders of the English one', () => {
    const all = { ...fr, ...frErrors, ...frQuestions };
    expect(
      Object.entries(all).filter(([text, words]) => holesOf(text).join() !== holesOf(words).join()),
    ).toEqual([]);
  });
});
