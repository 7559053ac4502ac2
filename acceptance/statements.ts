import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import { closePages } from './stage';

/** Statements of docs/product.md by number, without their decisions. */
const STATEMENTS: ReadonlyMap<string, string> = new Map(
  [...readFileSync(join(REPOSITORY, 'docs/product.md'), 'utf8').matchAll(/^- \*\*(S[\d.]+)\*\* (.+)$/gm)].map(
    ([, id, text]) => [id!, text!.replace(/ _Decided .+$/, '')],
  ),
);

type Proof = () => Promise<void>;

const proven = new Set<string>();
/** Whether the walk of the current test has steps left. */
let isUnderWay = false;

function add(id: string, proof: Proof, patienceMs?: number): void {
  const text = STATEMENTS.get(id);
  if (text === undefined) throw new Error(`docs/product.md has no statement ${id}`);
  if (proven.has(id)) throw new Error(`${id} has a test already`);
  proven.add(id);
  it(`${id} ${text}`, proof, patienceMs);
}

/** The test of a statement. Throws for an unknown number and for a second test of a statement. */
export function statement(id: string, proof: Proof, patienceMs?: number): void {
  add(
    id,
    () => {
      isUnderWay = false;
      return proof();
    },
    patienceMs,
  );
}

/**
 * Statements that one visit proves, step by step: its pages stay open until the last. Alone, the test of a statement takes the steps
 * before its own, too; after a step that fails, the others fail with its error.
 */
export function walk(steps: Readonly<Record<string, Proof>>): void {
  const all = Object.entries(steps);
  let taken = 0;
  let last = Promise.resolve();
  for (const [at, [id]] of all.entries())
    add(id, async () => {
      isUnderWay = false;
      for (; taken <= at; taken++) last = last.then(all[taken]![1]);
      await last;
      isUnderWay = at < all.length - 1;
    });
}

/** After each test. */
export const closeUnlessUnderWay = async (): Promise<void> => {
  if (!isUnderWay) await closePages();
};
