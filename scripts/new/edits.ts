import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';

/** One edit of an existing file: the text to find, and its replacement. */
export interface Edit {
  readonly file: string;
  readonly pattern: RegExp;
  readonly replacement: string;
}

/**
 * Makes every edit or none: throws with the file that does not match. Returns the edited files.
 * Files are named from the repository's root.
 */
export function applyEdits(edits: readonly Edit[]): readonly string[] {
  const texts = new Map<string, string>();
  for (const { file, pattern, replacement } of edits) {
    const text = texts.get(file) ?? readFileSync(join(REPOSITORY, file), 'utf8');
    if (!pattern.test(text))
      throw new Error(`${file} no longer looks as this generator expects: ${pattern.source}`);
    texts.set(file, text.replace(pattern, replacement));
  }
  for (const [file, text] of texts) writeFileSync(join(REPOSITORY, file), text);
  return [...texts.keys()];
}

/** Writes a template to `file` and replaces each `__placeholder__`; returns the file. */
export function fillTemplate(
  template: string,
  file: string,
  values: Readonly<Record<string, string>>,
): string {
  const text = readFileSync(join(import.meta.dirname, 'templates', template), 'utf8');
  const target = join(REPOSITORY, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(
    target,
    text.replace(/__[a-zA-Z]+?__/g, (placeholder) => values[placeholder] ?? placeholder),
  );
  return file;
}
