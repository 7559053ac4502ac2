import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@flint/scripts/compose/remotes';

/** Statements of docs/product.md by number, without their decisions. */
export const STATEMENTS: ReadonlyMap<string, string> = new Map(
  [...readFileSync(join(REPOSITORY, 'docs/product.md'), 'utf8').matchAll(/^- \*\*(S[\d.]+)\*\* (.+)$/gm)].map(
    ([, id, text]) => [id!, text!.replace(/ _Decided .+$/, '')],
  ),
);

const proven = new Set<string>();

/** The test of a statement. Throws for an unknown number and for a second test of a statement. */
export function statement(id: string, proof: () => Promise<void>, patienceMs?: number): void {
  const text = STATEMENTS.get(id);
  if (text === undefined) throw new Error(`docs/product.md has no statement ${id}`);
  if (proven.has(id)) throw new Error(`${id} has a test already`);
  proven.add(id);
  it(`${id} ${text}`, proof, patienceMs);
}

/** Statements without a test. */
export const withoutTest = (): readonly string[] => [...STATEMENTS.keys()].filter((id) => !proven.has(id));
