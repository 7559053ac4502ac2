/**
 * `npm run test:fresh-mutations -- [number] [--seed <number>]`: breaks the product in ways that nobody chose, where the statements of
 * docs/product.md say what must be, and runs the nearest tests that depend on the broken file. The code on disk does not change.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import type { Call } from '../flint/read';
import { KINDS, mutationsOf, type Mutation } from './mutations-of';

const NUMBER = 120;
/** Test files for each mutation, the nearest first: a broken limit would otherwise run nearly all. */
const MOST_FILES = 12;
/** Then the mutation counts as one that nothing caught. */
const MOST_MS = 120_000;

interface Fresh extends Mutation {
  readonly file: string;
}

const out = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(path.join(tmpdir(), 'flint-mutation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const edits = path.join(folder, 'edits.json');

const PRODUCT = /^(services|packages\/(contracts|remote-kit|ui)|shell|mfe-[^/]+)\/src\/.*\.tsx?$/;
const NO_PRODUCT = /\.test\.|\/testing\/|\/texts\/|\.d\.ts$/;

/**
 * The sources that the statements of docs/product.md speak of: those that name a section ('spec 5'), those that show a text which a
 * statement quotes, and those that acceptance/mutations.ts breaks.
 */
function placesOfStatements(): string[] {
  const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');
  const quoted = [...read('docs/product.md').matchAll(/'([^'{}]{6,})'/g)].map(([, text]) => text!);
  const broken = read('acceptance/mutations.ts');
  const files = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8' }).split('\n');
  return files.filter((file) => {
    if (!PRODUCT.test(file) || NO_PRODUCT.test(file)) return false;
    const source = read(file);
    return (
      broken.includes(`'${file}'`) ||
      /\bspec \d/.test(source) ||
      quoted.some((text) => source.includes(`'${text}'`))
    );
  });
}

/** Runs jest on the product with a mutation, or as it is; after too long what it said by then. */
function runJest(args: readonly string[], mutation?: Fresh): Promise<{ code: number | null; text: string }> {
  const source = mutation && readFileSync(path.join(REPOSITORY, mutation.file), 'utf8');
  writeFileSync(edits, JSON.stringify(mutation ? [[mutation.file, source, mutation.source]] : []));
  return new Promise((resolve) => {
    const jest = ['node_modules/jest/bin/jest.js', '--config', 'scripts/jest/fresh.config.mjs'];
    const child = spawn(process.execPath, [...jest, '--maxWorkers=1', '--forceExit', ...args], {
      cwd: REPOSITORY,
      env: { ...process.env, FLINT_EDITS: edits },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
    // with the processes that its tests started
    const stop = () => process.kill(-child.pid!, 'SIGKILL');
    process.once('exit', stop);
    const timer = setTimeout(stop, MOST_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve({ code, text });
    });
  });
}

/** The test files that depend on a file, those of its own folder first. */
async function testsOf(file: string): Promise<string[]> {
  const { text } = await runJest(['--listTests', '--json', '--findRelatedTests', file]);
  const all: string[] = JSON.parse(/^\[.*\]$/m.exec(text)?.[0] ?? '[]');
  const shared = (test: string) => {
    const [own, its] = [file.split('/'), path.relative(REPOSITORY, test).split('/')];
    const at = own.findIndex(
      (part, index) => part.replace(/\.tsx?$/, '') !== its[index]?.replace(/\.test\.tsx?$/, ''),
    );
    return at < 0 ? own.length : at;
  };
  return all.toSorted((one, two) => shared(two) - shared(one)).slice(0, MOST_FILES);
}

/** Test files that pass on the product as it is. */
const sound = new Map<string, boolean>();

/** The first test that fails on the mutation and passes without it; null if all pass. */
async function catcherOf(mutation: Fresh, tests: readonly string[]): Promise<string | null> {
  if (tests.length === 0) return null;
  const run = await runJest(['--bail', '--runTestsByPath', ...tests], mutation);
  for (const [, test] of run.text.matchAll(/^FAIL \S+ (\S+)/gm)) {
    if (!sound.has(test!)) sound.set(test!, (await runJest(['--runTestsByPath', test!])).code === 0);
    if (sound.get(test!)) return test!;
  }
  return null;
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
  const all = placesOfStatements().flatMap((file) =>
    mutationsOf(readFileSync(path.join(REPOSITORY, file), 'utf8'), file.endsWith('x')).map(
      (mutation): Fresh => ({ ...mutation, file }),
    ),
  );
  const chosen = choose(all, Number(number ?? NUMBER), seed);
  out(`${chosen.length} of ${all.length} mutations, seed ${seed}`);
  const survivors: Fresh[] = [];
  const related = new Map<string, string[]>();
  for (const [at, mutation] of chosen.entries()) {
    const { file, line, kind, from, to } = mutation;
    if (!related.has(file)) related.set(file, await testsOf(file));
    const catcher = await catcherOf(mutation, related.get(file)!);
    if (!catcher) survivors.push(mutation);
    const change = `${from} => ${to || 'nothing'}`.replaceAll(/\s+/g, ' ').slice(0, 160);
    out(
      `${String(at + 1).padStart(3)}  ${catcher ? 'caught  ' : 'SURVIVED'} ${kind}: ${file}:${line}  ${change}  ${catcher ?? ''}`,
    );
  }
  for (const kind of KINDS) {
    const of = (some: readonly Fresh[]) => some.filter((each) => each.kind === kind).length;
    out(`${kind.padEnd(16)} ${of(chosen) - of(survivors)} of ${of(chosen)} caught`);
  }
  out(`${chosen.length - survivors.length} of ${chosen.length} caught, seed ${seed}`);
  return survivors.length > chosen.length / 10 ? 1 : 0;
}
