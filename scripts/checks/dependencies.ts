import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';
import type { Call } from '../flint/read';

const HEAVY_MB = 10;
const HEAVY_PACKAGES = 30;
const YEARS = 2;

interface Entry {
  readonly version?: string;
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
  readonly version: string;
  /** The workspaces that name it; `*` for development only. */
  readonly usedBy: readonly string[];
  /** Packages that leave with it, its builds, and all that it reaches. */
  readonly own: number;
  readonly all: number;
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
  const named = new Map<string, { name: string; usedBy: Set<string> }>();
  for (const [workspace, entry] of Object.entries(lock)) {
    if (workspace.includes('node_modules/')) continue;
    for (const [list, mark] of [
      ['dependencies', ''],
      ['optionalDependencies', ''],
      ['devDependencies', '*'],
    ] as const)
      for (const name of Object.keys(entry[list] ?? {})) {
        const key = resolve(lock, workspace, name);
        if (!key || lock[key]!.link) continue;
        const one = named.get(key) ?? { name, usedBy: new Set<string>() };
        named.set(key, { ...one, usedBy: one.usedBy.add(`${workspace || 'the root'}${mark}`) });
      }
  }
  const keys = [...named.keys()];
  return [...named].map(([key, { name, usedBy }]) => {
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
      version: lock[key]!.version ?? '',
      usedBy: [...usedBy],
      own: own.length - 1,
      all: all.size - 1,
      megabytes,
      isHeavy: megabytes > HEAVY_MB || own.length - 1 > HEAVY_PACKAGES,
      ...(heavy[name] && { why: heavy[name] }),
    };
  });
}

/** The date of the latest release, from the registry; null if it does not answer. */
async function latestRelease(name: string): Promise<Date | null> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'time', '--json'], {
      timeout: 20_000,
    });
    const {
      created: _created,
      modified: _modified,
      ...versions
    } = JSON.parse(stdout) as Record<string, string>;
    const latest = Object.values(versions).toSorted().at(-1);
    return latest ? new Date(latest) : null;
  } catch {
    return null;
  }
}

/** `npx flint check dependencies [package…] [--releases]`: what each package weighs and why it is there; with --releases, when it was last released. */
export async function main({ positionals: only, flag }: Call): Promise<number> {
  const reasons = readReasons();
  const out = (line: string) => process.stdout.write(`${line}\n`);
  const weighed = weigh(readLock(), reasons)
    .filter(({ name }) => only.length === 0 || only.includes(name))
    .toSorted((one, other) => other.megabytes - one.megabytes);
  let wrong = 0;
  out('package | MB with its own | own packages | of all it reaches | used by (* development) | why');
  for (const { name, version, megabytes, own, all, usedBy, isHeavy, why } of weighed) {
    const reason = why ?? (isHeavy ? 'HEAVY WITHOUT A REASON' : '');
    if (isHeavy && !why) wrong++;
    let released = '';
    if (flag('releases')) {
      const date = await latestRelease(name);
      const isOld = date !== null && Date.now() - date.getTime() > YEARS * 365.25 * 86_400_000;
      if (isOld) wrong++;
      released = date ? ` | ${date.toISOString().slice(0, 10)}${isOld ? ' ABANDONED' : ''}` : ' | unknown';
    }
    out(
      `${name} ${version} | ${megabytes.toFixed(1)} | ${own} | ${all} | ${usedBy.join(', ')} | ${reason}${released}`,
    );
  }
  if (only.length === 0)
    for (const { job, packages, why } of reasons.jobs) out(`${job}: ${packages.join(', ')}: ${why}`);
  out(`${weighed.length} packages that we name, ${wrong} to justify, replace or remove`);
  return wrong > 0 ? 1 : 0;
}
