import { posix } from 'node:path';

const IMPORT = /(\bfrom\s*|\bimport\s*\(\s*(?:\/\*[^*]*\*\/\s*)?|\bimport\s+)(['"])(\.{1,2}\/[^'"]+)\2/g;

/** Resolves `./x` in a folder of compiled modules: a file, or a folder's index. Leaves unknown ones. */
function complete(specifier: string, from: string, known: ReadonlySet<string>): string {
  const target = posix.join(posix.dirname(from), specifier);
  const ending = ['.js', '/index.js'].find((each) => known.has(target + each));
  if (ending) return specifier + ending;
  return known.has(target.replace(/\.ts$/, '.js')) ? specifier.replace(/\.ts$/, '.js') : specifier;
}

/**
 * Completes the relative imports of a compiled module with file endings, for Node and strict bundlers. Declarations lose their
 * imports of stylesheets, which have no types.
 */
export function completeSpecifiers(text: string, file: string, known: ReadonlySet<string>): string {
  const completed = text.replace(
    IMPORT,
    (_all, before: string, quote: string, specifier: string) =>
      `${before}${quote}${complete(specifier, file, known)}${quote}`,
  );
  return file.endsWith('.d.ts') ? completed.replace(/^import ['"][^'"]+\.css['"];\n/gm, '') : completed;
}
