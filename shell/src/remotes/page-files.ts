/** Imported before anything else by the boot script: the table of the page's files. */
import { createFiles } from './create-files';

globalThis.flintFiles ??= createFiles();
