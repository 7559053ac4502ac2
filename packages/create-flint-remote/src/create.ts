import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const TEMPLATE = join(import.meta.dirname, 'template');

/** A valid name of a remote: its id, address and file names. */
export const isRemoteName = (id: string): boolean => /^(?=.{2,20}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id);

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The files of a template part, with their target names. */
const filesOf = (part: string) =>
  readdirSync(join(TEMPLATE, part), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.tmpl'));

/** Writes a template part into a folder and replaces each `__placeholder__`; returns the files. */
export function copyTemplate(
  part: 'remote' | 'alone',
  to: string,
  values: Readonly<Record<string, string>>,
): readonly string[] {
  return filesOf(part).map((name) => {
    // npm omits .gitignore from archives
    const file = name.replace(/\.tmpl$/, '').replace(/^gitignore$/, '.gitignore');
    const text = readFileSync(join(TEMPLATE, part, name), 'utf8');
    const target = join(to, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      text.replace(/__[a-zA-Z]+?__/g, (placeholder) => values[placeholder] ?? placeholder),
    );
    return file;
  });
}

const PACKAGES = {
  __contracts__: '@flint/contracts',
  __texts__: '@flint/texts',
  __remoteKit__: '@flint/remote-kit',
  __ui__: '@flint/ui',
  __remoteBuild__: '@flint/remote-build',
} as const;

/** Dependencies on archives: they are copied into the project, so that it is self-contained. */
function vendor(to: string, archives: string): Record<string, string> {
  const files = readdirSync(archives);
  mkdirSync(join(to, 'vendor'), { recursive: true });
  return Object.fromEntries(
    Object.entries(PACKAGES).map(([placeholder, name]) => {
      const prefix = `${name.replace('@', '').replace('/', '-')}-`;
      const file = files.find(
        (each) => each.startsWith(prefix) && /^\d.*\.tgz$/.test(each.slice(prefix.length)),
      );
      if (!file) throw new Error(`${archives} has no archive of ${name}: npm run pack makes them.`);
      copyFileSync(join(archives, file), join(to, 'vendor', file));
      return [placeholder, `file:vendor/${file}`];
    }),
  );
}

/** Creates a remote in the folder `to`, which must not exist. `archives`: a folder of packed packages instead of a registry. Returns the files. */
export function createRemote(id: string, to: string, archives?: string): readonly string[] {
  if (!isRemoteName(id))
    throw new Error(
      'A remote has a short name of small letters, such as clubs: npm create flint-remote clubs',
    );
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  const own = Object.fromEntries(Object.keys(PACKAGES).map((placeholder) => [placeholder, '^1.0.0']));
  // renamed when complete: an interrupted try leaves no half of a remote in the way of the next
  const draft = `${to}.${process.pid}.tmp`;
  try {
    mkdirSync(draft, { recursive: true });
    const values = {
      ...(archives === undefined ? own : vendor(draft, archives)),
      __id__: id,
      __Label__: capitalised(id),
    };
    const files = [...copyTemplate('remote', draft, values), ...copyTemplate('alone', draft, values)];
    renameSync(draft, to);
    return files;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
