import { prepareResources } from '../resources/index';
import type { Deps } from '../resources/resource';

/**
 * Builds every index that the schemas declare and the database lacks. Safe to repeat and to run in several processes. Drops none; that needs
 * a migration.
 */
export async function ensureIndexes(deps: Deps): Promise<void> {
  await prepareResources(deps);
  for (const model of Object.values(deps.db.models)) await model.createIndexes();
}

/** Indexes that the schemas declare and the database lacks, as `collection: fields`. */
export async function missingIndexes(deps: Deps): Promise<string[]> {
  await prepareResources(deps);
  const missing: string[] = [];
  for (const model of Object.values(deps.db.models)) {
    const { toCreate } = await model.diffIndexes();
    for (const fields of toCreate as readonly object[])
      missing.push(`${model.collection.name}: ${Object.keys(fields).join(', ')}`);
  }
  return missing;
}
