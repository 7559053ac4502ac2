import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { entryFileOf } from '../build/remote-package';
import { ReleaseRefused } from '../release/refused';
import { makeKey } from '../release/signing/make-key';
import type { Project } from './project';

/**
 * `keys new <name> [--test]`: creates a key. Its public half goes into flint-remote.json, which the platform registers; the private half into `.flint/keys`, which
 * must stay private and out of the repository. Throws ReleaseRefused.
 */
export async function makeKeyHere(
  { dir, id, entry }: Project,
  name: string | undefined,
  { isTest, say }: { readonly isTest: boolean; readonly say: (line: string) => void },
): Promise<void> {
  if (!name || !/^[\w-]+(\.[\w-]+)*$/.test(name))
    throw new ReleaseRefused('Name the key: flint-remote keys new clubs-team');
  if (!entry)
    throw new ReleaseRefused('There is no flint-remote.json here, in which the platform reads public keys.');
  const { keys = [] } = entry;
  if (keys.some((key) => key.name === name))
    throw new ReleaseRefused(`There is a key ${name} already: choose another name.`);
  const file = path.join(dir, '.flint/keys', `${name}.json`);
  const { kid, jwk } = await makeKey(file);
  const added = { kid, name, jwk, ...(isTest && { test: true }) };
  await writeFile(entryFileOf(dir), `${JSON.stringify({ ...entry, keys: [...keys, added] }, null, 2)}\n`);
  say(
    `${name} (${kid}) may release ${id}${isTest ? ' for tests' : ''}, once flint-remote.json is registered`,
  );
  say(`  sign with it: RELEASE_KEY=${path.relative(dir, file)} (keep it out of the repository)`);
}
