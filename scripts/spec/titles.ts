const CALL = /^\s*(?:it|test|describe)(\.each)?(?:<.+?>(?=\())?\(/;
const TAG = /^\s*\/\/ spec: (.+)$/;

/** Index after the bracket that closes the one at `open`; strings and templates are skipped. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at]!;
    if (char === "'" || char === '"' || char === '`') {
      for (at++; at < text.length && text[at] !== char; at++) if (text[at] === '\\') at++;
    } else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The title of the test or group that begins at `from`; null when none begins there. */
function titleAt(text: string, from: number): string | null {
  const call = CALL.exec(text.slice(from));
  if (!call) return null;
  const open = from + call[0].length - 1;
  const at = call[1] ? text.indexOf('(', closing(text, open)) : open;
  const title = /^\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/.exec(text.slice(at));
  return title?.[1] ?? title?.[2] ?? title?.[3] ?? null;
}

/** A test that says which statements of the specification it holds. */
export interface TaggedTest {
  /** As written: placeholders of a table stay. */
  readonly title: string;
  readonly statements: readonly string[];
}

/** The tests of a file with a line `// spec: S5.3 S9.1` above them. Throws for such a line above anything else. */
export function taggedTests(text: string): readonly TaggedTest[] {
  const found: TaggedTest[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    at += line.length + 1;
    const tag = TAG.exec(line);
    if (!tag) continue;
    const title = titleAt(text, at);
    if (title === null) throw new Error(`no test follows: ${line.trim()}`);
    found.push({ title, statements: tag[1]!.trim().split(/\s+/) });
  }
  return found;
}
