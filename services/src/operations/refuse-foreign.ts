import type { mongo } from 'mongoose';
import { cipherOf, sealedUnder, type CipherNeeds } from '../infra/field-cipher';
import { sealedPlace } from '../resources/profile/profile.model';
import { MIGRATIONS } from './migrations/index';

/** Throws for a record that shows that this version or these keys cannot read the data. */
export function refuseForeign(deps: CipherNeeds) {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const cipher = cipherOf(deps);
  const opened = new Set<string>();
  const needKey = (id: string, isHeld: boolean) => {
    if (!isHeld) throw new Error(`this backup needs the data key '${id}': bring it back in DATA_KEYS`);
  };
  const opens = (sealed: unknown, place: string) => {
    try {
      cipher.open(sealed, place);
      return true;
    } catch {
      return false;
    }
  };
  return (collection: string, record: mongo.Document): void => {
    const { _id, migrationName, inUse, answers = {} } = record;
    if (collection === 'migrations' && !known.has(migrationName))
      throw new Error(
        `a newer version of Flint made this backup (${migrationName}): restore it with that version`,
      );
    if (collection === 'data_keys')
      for (const key of inUse as string[]) {
        const id = key.slice(0, key.indexOf(':'));
        needKey(id, cipher.fingerprints.get(id) === key);
      }
    if (collection !== 'profiles') return;
    // older versions did not name their keys
    for (const [question, answer] of Object.entries(answers as object)) {
      const id = sealedUnder(answer);
      if (id !== null && !opened.has(id)) needKey(id, opens(answer, sealedPlace(_id, question)));
      if (id !== null) opened.add(id);
    }
  };
}
