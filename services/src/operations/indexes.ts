import type { Connection } from 'mongoose';
import { modelsOn } from '../infra/model-of';
import { prepareIndexes } from '../resources/index';
import type { Deps } from '../resources/resource';

/**
 * Builds every index that the schemas declare and the database lacks. Safe to repeat and to run in several processes. Drops none; that needs
 * a migration.
 */
export async function ensureIndexes(deps: Deps): Promise<void> {
  await prepareIndexes(deps);
  for (const model of modelsOn(deps.db)) await model.createIndexes();
}

/** Indexes that the schemas declare and the database lacks, as `collection: fields`. Builds nothing. */
export async function missingIndexes(db: Connection): Promise<string[]> {
  // a model builds its own at its first use otherwise
  Object.assign(db.config, { autoIndex: false, autoCreate: false });
  const missing: string[] = [];
  for (const model of modelsOn(db)) {
    const { toCreate } = await model.diffIndexes();
    for (const fields of toCreate as readonly object[])
      missing.push(`${model.collection.name}: ${Object.keys(fields).join(', ')}`);
  }
  return missing;
}
