/**
 * `npm run test:fresh-mutations -- [number] [--seed <number>] [--in <folder>]`: breaks the product in ways that nobody chose, where the
 * statements of docs/product.md say what must be, or anywhere in one folder, and runs the nearest tests that depend on the broken file, then
 * those that name what the changed line names, then those of the sources that use the export in which it is. The code on disk does not change.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import type { Call } from '../flint/read';
import { KINDS, mutationsOf, type Mutation } from './mutations-of';

const NUMBER = 120;
/** Test files for each mutation, the nearest first: a broken limit would otherwise run nearly all. */
const MOST_FILES = 12;
/** And the tests further away that name what the changed line names, such as the code of an error. */
const MOST_NAMING = 8;
/** And the nearest tests of so many sources that use the changed export, such as a limit, and of each so many. */
const MOST_USERS = 3;
const MOST_OF_USER = 4;
/**
 * A run in which no test ends for so long is blocked, and its mutation counts as one that nothing caught: jest itself ends a test or a hook that
 * waits (`testTimeout`) in a third of it, so no busy machine decides what is caught.
 */
const MOST_SILENT_MS = 3 * 60_000;
/** Mutations at the same time. */
const AT_ONCE = Math.min(2, availableParallelism());

interface Fresh extends Mutation {
  readonly file: string;
}

interface Caught {
  /** A test file; absent if the mutation survived. */
  readonly by?: string;
  readonly why?: string;
}

const out = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(path.join(tmpdir(), 'flint-mutation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const PRODUCT = /^(services|packages\/(contracts|remote-kit|ui)|shell|mfe-[^/]+)\/src\/.*\.tsx?$/;
const NO_PRODUCT = /\.test\.|\/testing\/|\/texts\/|\.d\.ts$/;

function sourcesOfProduct(): string[] {
  const files = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8' }).split('\n');
  return files.filter((file) => PRODUCT.test(file) && !NO_PRODUCT.test(file));
}

/**
 * The sources that the statements of docs/product.md speak of: those that name a section ('spec 5'), those that show a text which a
 * statement quotes, and those that acceptance/mutations.ts breaks.
 */
function placesOfStatements(sources: readonly string[]): string[] {
  const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');
  const quoted = [...read('docs/product.md').matchAll(/'([^'{}]{6,})'/g)].map(([, text]) => text!);
  const broken = read('acceptance/mutations.ts');
  return sources.filter((file) => {
    const source = read(file);
    return (
      broken.includes(`'${file}'`) ||
      /\bspec \d/.test(source) ||
      quoted.some((text) => source.includes(`'${text}'`))
    );
  });
}

interface Run {
  readonly text: string;
  /** The first test file that failed. */
  readonly failed?: string | undefined;
  readonly isBlocked: boolean;
}

/** Runs jest on the product with a mutation, or as it is, until the first test fails. */
function runJest(args: readonly string[], mutation?: Fresh): Promise<Run> {
  const source = mutation && readFileSync(path.join(REPOSITORY, mutation.file), 'utf8');
  const own = mkdtempSync(path.join(folder, 'run-'));
  const edits = path.join(own, 'edits.json');
  writeFileSync(edits, JSON.stringify(mutation ? [[mutation.file, source, mutation.source]] : []));
  return new Promise((resolve) => {
    const jest = ['node_modules/jest/bin/jest.js', '--config', 'scripts/jest/fresh.config.mjs'];
    const child = spawn(process.execPath, [...jest, '--runInBand', '--forceExit', ...args], {
      cwd: REPOSITORY,
      env: { ...process.env, FLINT_EDITS: edits, FLINT_SHORT: 'yes', TMPDIR: own },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    let text = '';
    let isBlocked = false;
    // with the processes that its tests started
    const stop = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // all have ended
      }
    };
    const block = () => {
      isBlocked = true;
      stop();
    };
    // before its folder is removed
    process.prependOnceListener('exit', stop);
    let timer = setTimeout(block, MOST_SILENT_MS);
    child.stdout.on('data', (part) => {
      text += String(part);
      clearTimeout(timer);
      timer = setTimeout(block, MOST_SILENT_MS);
    });
    child.on('exit', stop);
    child.on('close', () => {
      clearTimeout(timer);
      process.off('exit', stop);
      rmSync(own, { recursive: true, force: true, maxRetries: 3 });
      resolve({ text, failed: /^FAIL (.+)$/m.exec(text)?.[1], isBlocked });
    });
  });
}

const related = new Map<string, Promise<string[]>>();

/** The test files that depend on a file, those of its own folder first; found once. */
function testsOf(file: string): Promise<string[]> {
  if (!related.has(file)) related.set(file, findTestsOf(file));
  return related.get(file)!;
}

async function findTestsOf(file: string): Promise<string[]> {
  const { text } = await runJest(['--listTests', '--json', '--findRelatedTests', file]);
  const all: string[] = JSON.parse(/^\[.*\]$/m.exec(text)?.[0] ?? '[]');
  const shared = (test: string) => {
    const [own, its] = [file.split('/'), path.relative(REPOSITORY, test).split('/')];
    const at = own.findIndex(
      (part, index) => part.replace(/\.tsx?$/, '') !== its[index]?.replace(/\.test\.tsx?$/, ''),
    );
    return at < 0 ? own.length : at;
  };
  return all.toSorted((one, two) => shared(two) - shared(one));
}

/** The nearest tests of the sources that use the export in which a line is: a test of a limit holds its number, not its name. */
async function testsOfUsers(before: readonly string[], file: string): Promise<string[]> {
  const name = before
    .flatMap((line) => /^export (?:async )?(?:const|function) (\w+)/.exec(line)?.[1] ?? [])
    .at(-1);
  if (!name) return [];
  const users = sourcesOfProduct().filter(
    (each) =>
      each !== file && new RegExp(`\\b${name}\\b`).test(readFileSync(path.join(REPOSITORY, each), 'utf8')),
  );
  const tests = await Promise.all(users.slice(0, MOST_USERS).map(testsOf));
  return tests.flatMap((own) => own.slice(0, MOST_OF_USER));
}

/** The nearest tests, those of the others that name the rarest word of the changed line, and those of what uses its export. */
async function testsFor({ file, line }: Fresh): Promise<string[]> {
  const all = await testsOf(file);
  const [nearest, others] = [all.slice(0, MOST_FILES), all.slice(MOST_FILES)];
  const lines = readFileSync(path.join(REPOSITORY, file), 'utf8').split('\n');
  const words = lines[line - 1]!.match(/\w{4,}/g) ?? [];
  const [naming = []] = words
    .map((word) => others.filter((test) => readFileSync(test, 'utf8').includes(word)))
    .filter(({ length }) => length > 0)
    .toSorted((one, two) => one.length - two.length);
  return [
    ...new Set([
      ...nearest,
      ...naming.slice(0, MOST_NAMING),
      ...(await testsOfUsers(lines.slice(0, line), file)),
    ]),
  ];
}

/** Test files, and whether they pass on the product as it is. */
const sound = new Map<string, Promise<boolean>>();
function isSound(test: string): Promise<boolean> {
  if (!sound.has(test)) {
    const run = runJest(['--runTestsByPath', test]);
    sound.set(
      test,
      run.then(({ failed, isBlocked }) => !failed && !isBlocked),
    );
  }
  return sound.get(test)!;
}

/** The first test file that fails on the mutation and passes without it, or why there is none. */
async function catcherOf(mutation: Fresh, tests: readonly string[]): Promise<Caught> {
  if (tests.length === 0) return { why: 'no test' };
  const { failed, isBlocked } = await runJest(['--runTestsByPath', ...tests], mutation);
  if (isBlocked) return { why: 'blocked' };
  if (!failed) return { why: '' };
  if (await isSound(failed)) return { by: path.relative(REPOSITORY, failed) };
  return catcherOf(mutation, tests.slice(tests.indexOf(failed) + 1));
}

/** Different mutations, each kind as often as the others where there are enough. */
function choose(all: readonly Fresh[], number: number, seed: number): Fresh[] {
  const rank = ({ file, source }: Fresh) =>
    createHash('sha1').update(`${seed} ${file} ${source}`).digest('hex');
  const ranked = all.toSorted((one, two) => (rank(one) < rank(two) ? -1 : 1));
  const byKind = KINDS.map((kind) => ranked.filter((each) => each.kind === kind));
  const rounds = Array.from({ length: number }, (_none, at) => byKind.flatMap((own) => own[at] ?? []));
  return rounds.flat().slice(0, number);
}

export async function main({ positionals: [number], text }: Call): Promise<number> {
  const seed = Number(text('seed') ?? Math.floor(Math.random() * 2 ** 31));
  const inside = text('in');
  const sources = sourcesOfProduct();
  const places = inside ? sources.filter((file) => file.startsWith(inside)) : placesOfStatements(sources);
  const all = places.flatMap((file) =>
    mutationsOf(readFileSync(path.join(REPOSITORY, file), 'utf8'), file.endsWith('x')).map(
      (mutation): Fresh => ({ ...mutation, file }),
    ),
  );
  const chosen = choose(all, Number(number ?? NUMBER), seed);
  out(`${chosen.length} of ${all.length} mutations, seed ${seed}`);
  const survivors: Fresh[] = [];
  const left = [...chosen.entries()];
  const tryThem = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, mutation] = next;
      const { file, line, kind, from, to } = mutation;
      const { by, why } = await catcherOf(mutation, await testsFor(mutation));
      if (!by) survivors.push(mutation);
      const change = `${from} => ${to || 'nothing'}`.replaceAll(/\s+/g, ' ').slice(0, 160);
      out(
        `${String(at + 1).padStart(3)}  ${by ? 'caught  ' : 'SURVIVED'} ${kind}: ${file}:${line}  ${change}  ${by ?? why}`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, tryThem));
  for (const kind of KINDS) {
    const of = (some: readonly Fresh[]) => some.filter((each) => each.kind === kind).length;
    out(`${kind.padEnd(16)} ${of(chosen) - of(survivors)} of ${of(chosen)} caught`);
  }
  out(`${chosen.length - survivors.length} of ${chosen.length} caught, seed ${seed}`);
  return survivors.length > chosen.length / 10 ? 1 : 0;
}
