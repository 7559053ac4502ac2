import { DECLARED, type Section } from './declared';

/** The six sections in order. The build of the browser replaces this file by its value, so that it carries the English only. */
export const SECTIONS: readonly Section[] = DECLARED;
