import { DECLARED } from './declared';
import { stringsIn } from './strings-in';
import { frenchOf } from './words';

/** The French of each string of the sections; 0 for an id. Without the English, and replaced by its value like sections.ts. */
export const FRENCH: readonly (string | 0)[] = stringsIn(DECLARED).map((text) => frenchOf(text) ?? 0);
