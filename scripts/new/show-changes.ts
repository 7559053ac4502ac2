/**
 * `npm run show:changes`: in a copy of the repository changes one question, one colour and one rule of the offers, prints each
 * difference, and ends with 1 unless each lies within one room and that room's checks pass.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from '../rooms/source-files';
import { copyRepository } from './copy-repository';

interface Change {
  readonly what: string;
  readonly room: string;
  readonly from: string;
  readonly to: string;
  /** Tests that judge it. */
  readonly tests: readonly string[];
}

const CHANGES: readonly Change[] = [
  {
    what: 'a question, and its French beside it',
    room: 'packages/contracts',
    from: 'How does a normal week split for you?',
    to: 'How do your weeks usually split?',
    tests: ['packages/contracts/src/questions', 'packages/contracts/src/texts'],
  },
  {
    what: 'a colour',
    room: 'packages/ui',
    from: '--f-ember-hover: #9a3412;',
    to: '--f-ember-hover: #93300f;',
    tests: ['packages/ui/src/contrast'],
  },
  {
    what: 'a rule of the offers: how often two people may propose another time',
    room: 'services',
    from: 'ROUNDS_MAX = 20;',
    to: 'ROUNDS_MAX = 12;',
    tests: ['offers/offers.policy', 'offers/thread', 'offers/offers.routes'],
  },
];

const say = (text: string) => process.stdout.write(`${text}\n`);
const copy = copyRepository();
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const node = (tool: string, ...args: string[]) => run(process.execPath, join('node_modules', tool), ...args);
const git = (...args: string[]) =>
  run('git', '-c', 'user.name=show', '-c', 'user.email=show@localhost', ...args);

function make({ from, to }: Change): void {
  for (const file of sourceFiles(/\.(ts|tsx|css)$/)) {
    if (/\.test\.|show-changes/.test(file)) continue;
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (text.includes(from)) writeFileSync(path, text.replaceAll(from, to));
  }
}

function show(change: Change): void {
  make(change);
  const files = git('diff', '--name-only').trim().split('\n');
  const outside = files.filter((file) => !file.startsWith(`${change.room}/`));
  say(`\n== ${change.what}\n${git('diff', '--stat').trimEnd()}`);
  if (files[0] === '' || outside.length > 0)
    throw new Error(`the change is not within ${change.room}: ${files.join(', ') || 'nothing changed'}`);
  node('typescript/bin/tsc', '-p', change.room);
  node('jest/bin/jest.js', ...change.tests);
  say(`within ${change.room}; its types and tests pass`);
  git('commit', '-qam', change.what);
}

try {
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'as it is');
  for (const change of CHANGES) show(change);
  const [, ...args] = (
    JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as { scripts: { rooms: string } }
  ).scripts.rooms.split(' ');
  node('dependency-cruiser/bin/dependency-cruise.mjs', ...args);
  say('\nthe rooms keep apart as before');
} catch (error) {
  const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
  say(`${message}\n${stdout}\n${stderr}`);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true });
}
