import { FRENCH } from '../questions/french-in-order';
import { SECTIONS } from '../questions/sections';
import { stringsIn } from '../questions/strings-in';

/** Canadian French of every text of the questions, by the English text. */
export const frQuestions: Readonly<Record<string, string>> = Object.fromEntries(
  stringsIn(SECTIONS).flatMap((text, index) => {
    const french = FRENCH[index];
    return french ? [[text, french]] : [];
  }),
);
