import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { SECTIONS } from '@flint/contracts/questions/sections';
import type { SectionId } from '@flint/contracts/questions/types';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { REPOSITORY } from '../compose/remotes';
import { capitalised } from 'create-flint-remote';
import { applyEdits } from './edits';

const FOLDER = 'packages/contracts/src/questions';
const PRINTED = `${FOLDER}/testing/printed-list.json`;
const VALUES = ['yes', 'no', 'depends'] as const;
const TEXTS = 'packages/contracts/src/texts/fr-questions';
/** Where the French of a section stands. */
const FRENCH: Readonly<Record<SectionId, string>> = {
  eligibility_identity: 'identity',
  core_preferences: 'preferences',
  self_description: 'about-you',
  ideal_partner: 'ideal-partner',
  lifestyle_priorities: 'priorities-and-dates',
  optional_scenarios: 'priorities-and-dates',
};

const titleOf = (id: string) => `${capitalised(id.replaceAll('_', ' '))}?`;

/** The French of the texts that no other question has yet; a title has to be translated by somebody who speaks it. */
function frenchOf(id: string): string {
  const texts = { [titleOf(id)]: titleOf(id), Yes: 'Oui', No: 'Non', 'It depends': 'Cela dépend' };
  return Object.entries(texts)
    .filter(([english]) => !Object.hasOwn(frQuestions, english))
    .map(([english, french]) => `  '${english}': '${french}',\n`)
    .join('');
}

const question = (id: string, section: string) => `  {
    id: '${id}',
    section: '${section}',
    type: 'single_select',
    title: '${titleOf(id)}',
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
      { value: 'depends', label: 'It depends' },
    ],
    required: false,
    match: { role: 'none' },
    visibility: 'private',
  },
`;

/** The list of what never changes, with the question where its section ends. */
function addToPrintedList(id: string, before: string): void {
  const file = join(REPOSITORY, PRINTED);
  const printed = JSON.parse(readFileSync(file, 'utf8')) as { readonly id: string }[];
  const at = printed.findIndex((each) => each.id === before) + 1;
  const entry = { id, type: 'single_select', values: VALUES };
  writeFileSync(file, `${JSON.stringify(printed.toSpliced(at, 0, entry), null, 2)}\n`);
}

/**
 * Adds a single choice to the end of a section of the catalogue, with its line in the printed list that holds ids and values still.
 * Form, validation, storage, progress and the tests of every question follow from the entry. Answers the files it wrote.
 */
export function newQuestion(id: string, section: string = 'optional_scenarios'): readonly string[] {
  if (!/^[a-z]+(_[a-z]+)*$/.test(id) || id.length > 40)
    throw new Error('A question has an id of small letters and underscores: npm run new question late_lunch');
  if (QUESTIONS.some((each) => each.id === id)) throw new Error(`${id} exists already.`);
  const ids = SECTIONS.map((each) => each.id);
  const last = QUESTIONS.findLast((each) => each.section === section);
  if (!last) throw new Error(`There is no section ${section}; there are ${ids.join(', ')}.`);
  const edited = applyEdits([
    {
      file: `${FOLDER}/sections.ts`,
      pattern: new RegExp(`('${last.id}'),?(\\s*\\])`),
      replacement: `$1, '${id}'$2`,
    },
    {
      file: `${TEXTS}/${FRENCH[last.section]}.ts`,
      pattern: /(\} as const;)/,
      replacement: `${frenchOf(id)}$1`,
    },
    {
      file: `${FOLDER}/${section.replaceAll('_', '-')}.ts`,
      pattern: /(\] as const satisfies)/,
      replacement: `${question(id, section)}$1`,
    },
  ]);
  addToPrintedList(id, last.id);
  return [...edited, PRINTED];
}
