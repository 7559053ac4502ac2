import { prepareIdempotency } from '../http/idempotency';
import { RESOURCES } from '../resources/index';
import type { Deps } from '../resources/resource';

/** Registers every model of the API on the connection. */
async function registerModels(deps: Deps): Promise<void> {
  await prepareIdempotency(deps.db);
  for (const resource of RESOURCES) await resource.prepare?.(deps);
}

/**
 * Builds every index the schemas declare and the database lacks; safe to repeat and to run in several processes. None is dropped
 * here: taking one away is a migration.
 */
export async function ensureIndexes(deps: Deps): Promise<void> {
  await registerModels(deps);
  for (const model of Object.values(deps.db.models)) await model.createIndexes();
}

/** Indexes the schemas declare and the database lacks, as `collection: fields`. */
export async function missingIndexes(deps: Deps): Promise<string[]> {
  await registerModels(deps);
  const missing: string[] = [];
  for (const model of Object.values(deps.db.models)) {
    const { toCreate } = await model.diffIndexes();
    for (const fields of toCreate as readonly object[])
      missing.push(`${model.collection.name}: ${Object.keys(fields).join(', ')}`);
  }
  return missing;
}
