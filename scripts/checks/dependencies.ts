import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';

const HEAVY_MB = 10;
const HEAVY_PACKAGES = 30;

interface Entry {
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
type Lock = Readonly<Record<string, Entry>>;

/** A package that a package.json of ours names. */
export interface Weighed {
  readonly name: string;
  /** Packages that leave with it, and its builds. */
  readonly own: number;
  /** Of itself and its own packages, on this machine. */
  readonly megabytes: number;
  readonly isHeavy: boolean;
  readonly why?: string;
}

interface Reasons {
  readonly heavy: Readonly<Record<string, string>>;
  /** Packages that look like two for one job, with the reason for both. */
  readonly jobs: readonly {
    readonly job: string;
    readonly packages: readonly string[];
    readonly why: string;
  }[];
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(path.join(REPOSITORY, file), 'utf8')) as T;
export const readLock = (): Lock => readJson<{ packages: Lock }>('package-lock.json').packages;
export const readReasons = (): Reasons => readJson('scripts/checks/dependencies.json');

/** The entry that `name` means in the package at `from`, as Node finds it; undefined for an optional one that is left out. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const key = at ? `${at}/node_modules/${name}` : `node_modules/${name}`;
    if (lock[key]) return key;
    if (at === '') return undefined;
  }
}

/** All packages that these reach, themselves included. */
function reach(lock: Lock, from: readonly string[]): Set<string> {
  const found = new Set(from);
  for (const key of found) {
    const { dependencies, optionalDependencies, peerDependencies } = lock[key]!;
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const next = resolve(lock, key, name);
      if (next && !lock[next]!.link) found.add(next);
    }
  }
  return found;
}

/** Bytes of one package, without the packages inside it. */
function bytesOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const at = path.join(folder, entry.name);
    if (!entry.isDirectory()) return sum + lstatSync(at).size;
    return entry.name === 'node_modules' ? sum : sum + bytesOf(at);
  }, 0);
}

/** Every package that we name, with what it weighs; `size` gives the bytes of one package. */
export function weigh(
  lock: Lock,
  { heavy }: Pick<Reasons, 'heavy'>,
  size: (key: string) => number = (key) => bytesOf(path.join(REPOSITORY, key)),
): readonly Weighed[] {
  const named = new Map<string, string>();
  for (const [workspace, entry] of Object.entries(lock)) {
    if (workspace.includes('node_modules/')) continue;
    const { dependencies, optionalDependencies, devDependencies } = entry;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })) {
      const key = resolve(lock, workspace, name);
      if (key && !lock[key]!.link) named.set(key, name);
    }
  }
  const keys = [...named.keys()];
  return [...named].map(([key, name]) => {
    const others = reach(
      lock,
      keys.filter((each) => each !== key),
    );
    const all = reach(lock, [key]);
    // its builds for a platform are its own, whoever reaches them too
    const builds = Object.keys(lock[key]!.optionalDependencies ?? {}).map((each) => resolve(lock, key, each));
    const own = [...all].filter((each) => each === key || builds.includes(each) || !others.has(each));
    const megabytes = own.reduce((sum, each) => sum + size(each), 0) / 1e6;
    return {
      name,
      own: own.length - 1,
      megabytes,
      isHeavy: megabytes > HEAVY_MB || own.length - 1 > HEAVY_PACKAGES,
      ...(heavy[name] && { why: heavy[name] }),
    };
  });
}
