import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';

/** One place an existing file names its kind of thing: what is found there, and what stands there afterwards. */
export interface Edit {
  readonly file: string;
  readonly pattern: RegExp;
  readonly replacement: string;
}

/**
 * Makes every edit, or none: throws naming the file that no longer looks as the generator expects. Answers the files edited.
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

/** Writes a template to `file`, each `__placeholder__` replaced; answers the file. */
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
