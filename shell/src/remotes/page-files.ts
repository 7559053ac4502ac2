/** The table of the files of the page; the boot script imports it first. */
import { createFiles } from './create-files';

globalThis.flintFiles ??= createFiles();
