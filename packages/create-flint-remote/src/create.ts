import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TEMPLATE = join(import.meta.dirname, 'template');

/** The parts of the template that make a remote; JSON of a later part is merged into that of an earlier one. */
const PARTS = {
  webpack: ['remote', 'project', 'component'],
  rspack: ['remote', 'project', 'component', 'rspack'],
  vite: ['remote', 'project', 'component', 'vite'],
  /** React 18, with nothing shared. */
  'own-react': ['project', 'own-react'],
  /** Inside Flint's repository. */
  repository: ['remote', 'repository'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Toolchain = Exclude<keyof typeof PARTS, 'repository'>;
export const TOOLCHAINS = Object.keys(PARTS).filter((name): name is Toolchain => name !== 'repository');

/** The title of a remote's screen: `Chess club` of `chess-club`. */
export const labelOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const merge = (one: unknown, other: unknown): unknown =>
  isObject(one) && isObject(other)
    ? {
        ...one,
        ...Object.fromEntries(Object.entries(other).map(([key, value]) => [key, merge(one[key], value)])),
      }
    : other;

/** Writes the template's files into a folder and replaces each `__placeholder__`; returns the files. */
export function writeTemplate(
  kind: keyof typeof PARTS,
  to: string,
  values: Readonly<Record<string, string>>,
): readonly string[] {
  const files = PARTS[kind].flatMap((part) =>
    readdirSync(join(TEMPLATE, part), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.tmpl'))
      .map((name) => {
        // npm omits .gitignore from archives
        const file = name.replace(/\.tmpl$/, '').replace(/^gitignore$/, '.gitignore');
        const text = readFileSync(join(TEMPLATE, part, name), 'utf8').replace(
          /__[a-zA-Z]+?__/g,
          (placeholder) => values[placeholder] ?? placeholder,
        );
        const target = join(to, file);
        mkdirSync(dirname(target), { recursive: true });
        const merged =
          existsSync(target) && merge(JSON.parse(readFileSync(target, 'utf8')), JSON.parse(text));
        writeFileSync(target, merged ? `${JSON.stringify(merged, null, 2)}\n` : text);
        return file;
      }),
  );
  return [...new Set(files)];
}

/** In a frame, with the routes that its screen calls. */
const FOREIGN = `
  "trust": "foreign",
  "routes": ["GET /profile"],`;

interface Options {
  readonly toolchain?: Toolchain;
  /** The address of a registry for Flint's packages, if npm's own has none. */
  readonly packages?: string | undefined;
}

/** Creates a remote in the folder `to`, which must not exist. Returns the files. */
export function createRemote(
  id: string,
  to: string,
  { toolchain = 'webpack', packages }: Options = {},
): readonly string[] {
  if (!/^(?=.{2,20}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(
      'A remote has a short name of small letters, such as clubs: npm create flint-remote clubs',
    );
  if (!TOOLCHAINS.includes(toolchain))
    throw new Error(`There is no template for ${toolchain}: ${TOOLCHAINS.join(', ')}.`);
  if (packages !== undefined && !URL.canParse(packages))
    throw new Error(`--packages takes the address of a registry, not '${packages}'.`);
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  // renamed when complete: an interrupted try leaves no half of a remote in the way of the next
  const draft = `${to}.${process.pid}.tmp`;
  try {
    const __screen__ = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const __trust__ = toolchain === 'own-react' ? FOREIGN : '';
    const values = { __id__: id, __Label__: labelOf(id), __screen__, __trust__ };
    const files = writeTemplate(toolchain, draft, values);
    if (packages) writeFileSync(join(draft, '.npmrc'), `@flint:registry=${packages}\n`);
    renameSync(draft, to);
    return packages ? [...files, '.npmrc'] : files;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
