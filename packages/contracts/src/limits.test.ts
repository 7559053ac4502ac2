import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as LIMITS from './limits';
import { QUESTIONS } from './questions/catalogue';
import { DAYS, HOURS } from './week/index';

const RULES = readFileSync(path.join(__dirname, '../../../docs/product.md'), 'utf8');

/** The numbers in a statement of docs/product.md, in their order. */
function numbersIn(statement: string): number[] {
  const [, text] = new RegExp(
    `^- \\*\\*${statement.replaceAll('.', '\\.')}\\*\\* (.*?)(?: _Decided .*)?$`,
    'm',
  ).exec(RULES)!;
  return [...text!.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
}
const { min, max, default: ages } = LIMITS.agePreference;
const questionOf = (id: string) => QUESTIONS.find((question) => question.id === id) as never;
const height: { feet: number[]; inches: number[]; default: { feet: number; inches: number } } =
  questionOf('height_feet_inches');
const scales: { min: number; max: number; default: number } = questionOf('communication_style_self');

describe('the numbers of the specification', () => {
  it.each<[string, readonly number[]]>([
    ['S9.1.1', [LIMITS.codeLength, LIMITS.minimumAge]],
    [
      'S9.2.1',
      [min, max, ...ages, height.default.feet, height.default.inches, ...height.feet, ...height.inches],
    ],
    ['S9.3.1', [LIMITS.defaultMaxSelections, scales.min, scales.max, scales.default]],
    ['S9.4.1', [DAYS, HOURS]],
    ['S9.5.1', [LIMITS.photosMax, LIMITS.photoFileBytesMax / 1024 / 1024, 3, 3 / LIMITS.photoAspect]],
    ['S9.5.2', [LIMITS.photoJpegQuality, LIMITS.photoCompressedMegabytes, LIMITS.photoSidePixels]],
    ['S9.8.1', [LIMITS.dateHours]],
  ])('of %s - are those of the code: %j', (statement, numbers) =>
    expect(numbersIn(statement)).toEqual(numbers),
  );
});
