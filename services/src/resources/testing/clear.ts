import type { TestServer } from '@flint/testing';

/** What a process stores for itself. */
const OWN = new Set(['auth_keys', 'data_keys', 'migration_locks', 'migrations', 'processes']);

/** Deletes everything that people left on a server that the tests of a file share, but for these collections. */
export async function clearStudents(
  { deps: { db } }: Pick<TestServer, 'deps'>,
  kept: readonly string[] = [],
): Promise<void> {
  const all = (await db.listCollections()).map(({ name }) => name);
  const names = all.filter((name) => !OWN.has(name) && !kept.includes(name));
  await Promise.all(names.map((name) => db.collection(name).deleteMany({})));
}
