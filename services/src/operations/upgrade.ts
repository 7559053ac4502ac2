import type { Deps } from '../resources/resource';
import { completeRestore } from './finish-restore';
import { createMigrator } from './migrate';

/** Finishes a restore, then applies the missing migrations: a restore empties what a migration fills. */
export async function upgrade(deps: Deps): Promise<void> {
  await completeRestore(deps);
  await createMigrator(deps.db).up();
}
