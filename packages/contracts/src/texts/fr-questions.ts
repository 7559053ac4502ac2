import '../questions/sections';

/** Canadian French of every text of the questions, by the English text. */
export { FRENCH as frQuestions } from '../questions/words';
