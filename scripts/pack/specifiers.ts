import { posix } from 'node:path';

const IMPORT = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])(\.{1,2}\/[^'"]+)\2/g;

/** What `./x` stands for in a folder of compiled modules: the file, or the index of a folder. Unknown ones stay. */
function complete(specifier: string, from: string, known: ReadonlySet<string>): string {
  const target = posix.join(posix.dirname(from), specifier);
  const ending = ['.js', '/index.js'].find((each) => known.has(target + each));
  if (ending) return specifier + ending;
  return known.has(target.replace(/\.ts$/, '.js')) ? specifier.replace(/\.ts$/, '.js') : specifier;
}

/**
 * A compiled module whose relative imports name files, as Node and strict bundlers ask for it: the sources leave the ending out. Declarations lose their
 * imports of stylesheets, which tell a compiler nothing.
 */
export function completeSpecifiers(text: string, file: string, known: ReadonlySet<string>): string {
  const completed = text.replace(
    IMPORT,
    (_all, before: string, quote: string, specifier: string) =>
      `${before}${quote}${complete(specifier, file, known)}${quote}`,
  );
  return file.endsWith('.d.ts') ? completed.replace(/^import ['"][^'"]+\.css['"];\n/gm, '') : completed;
}
