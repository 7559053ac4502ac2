import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, type TestServer } from '@flint/testing';
import { createRandom } from '../../../seed/random';
import { seedStudent } from '../../../seed/student';
import { openJournal } from '../../infra/journal';
import type { Deps } from '../../resources/resource';

/** Digests of everything in a database, without what a backup leaves out and without collections that a start fills. */
export async function contentOf({ db }: Pick<Deps, 'db'>): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const { name } of await db.db!.listCollections().toArray()) {
    if (/backups|rate_counts|idempotency|locks|processes|migrations|restores|match_(?!hides)/.test(name))
      continue;
    const documents = await db
      .db!.collection(name)
      .find({}, { sort: { _id: 1 } })
      .toArray();
    if (documents.length > 0)
      content[name] = createHash('sha256').update(JSON.stringify(documents)).digest('hex');
  }
  return content;
}

/** A student who has long been in a target: their joining is not in its journal, which a restore reads from the backup on. */
export async function seedOld(deps: Deps): Promise<void> {
  openJournal(deps);
  const student = { email: 'old@campus.edu', name: 'old', answered: 1, photos: 1, week: true };
  await seedStudent(deps, createRandom(2), student);
  await rm(path.join(deps.dataDir, 'journal'), { recursive: true });
}

/** An empty database and data folder for a restore, with the settings and the secret of `full`. */
export async function newTarget({ deps }: TestServer) {
  const database = await startTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-target-'));
  return {
    deps: { ...deps, db: database.db, dataDir },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
