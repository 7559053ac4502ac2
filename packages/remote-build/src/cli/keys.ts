import path from 'node:path';
import { DAY_MS } from '../release/pointers';
import { ReleaseRefused, say } from '../release/refused';
import type { TrustedKey } from '../release/signing/key-ring';
import { makeKey } from '../release/signing/make-key';
import { WrongArguments, type Read } from './arguments';

/** The public keys whose releases are trusted, in a file. */
export interface KeyFile {
  /** For messages, which name files as they are seen from this folder. */
  readonly root: string;
  /** Of the private halves, which must stay private and out of the repository. */
  readonly folder: string;
  /** The ids of the remotes here. */
  readonly known: readonly string[];
  /** The only one that its keys may release, if they name none. */
  readonly only?: string;
  /** Where the public halves are, and how a shell comes to trust them. */
  readonly trustedBy: string;
  /** Throws ReleaseRefused if the file cannot be read. */
  readonly read: () => Promise<readonly TrustedKey[]>;
  /** Throws ReleaseRefused if the file cannot have such keys. */
  readonly write: (keys: readonly TrustedKey[]) => Promise<void>;
}

const stateOf = ({ revoked, until }: TrustedKey) =>
  revoked ? `revoked ${revoked}` : until ? `retired, signs until ${until}` : 'trusted';

/** Which remotes a new key may release. Throws ReleaseRefused. */
function remotesOf({ known, only }: KeyFile, named = only): readonly string[] {
  if (only !== undefined && named !== only) throw new ReleaseRefused(`A key here may release ${only} only.`);
  const remotes = (named ?? '').split(',').filter(Boolean);
  if (remotes.length > 0) return remotes;
  throw new ReleaseRefused(`Name what it may release: --remotes ${known.join(',')}`);
}

async function addKey(file: KeyFile, name: string, { flag, text }: Read): Promise<void> {
  const keys = await file.read();
  const remotes = remotesOf(file, text('remotes'));
  if (keys.some((key) => key.name === name))
    throw new ReleaseRefused(`There is a key ${name} already: choose another name.`);
  const isTest = flag('test');
  const secret = path.join(file.folder, `${name}.json`);
  const { kid, jwk } = await makeKey(secret);
  await file.write([...keys, { kid, name, remotes, jwk, ...(isTest && { test: true }) }]);
  say(`${name} (${kid}) may release ${remotes.join(', ')}${isTest ? ' for tests' : ''}`);
  say(
    `  sign with it: RELEASE_KEY=${path.relative(file.root, secret)} (private: for the team alone, in no repository)`,
  );
  say(`  trust it:     ${file.trustedBy}`);
}

async function change(
  file: KeyFile,
  named: string | undefined,
  edit: (key: TrustedKey) => TrustedKey,
): Promise<void> {
  const keys = await file.read();
  const found = keys.find(({ kid, name }) => kid === named || name === named);
  if (!found) throw new ReleaseRefused(`There is no key ${named ?? 'without a name'}: keys list names them.`);
  const changed = edit(found);
  await file.write(keys.map((key) => (key === found ? changed : key)));
  say(`${changed.name}: ${stateOf(changed)}`);
  say(`  of no effect until shells have it: ${file.trustedBy}`);
}

/** `keys <new|list|retire|revoke> [name]`. Throws ReleaseRefused or WrongArguments. */
export async function runKeys(file: KeyFile, call: Read): Promise<void> {
  const [command, name] = call.positionals;
  const now = Date.now();
  switch (command) {
    case 'new':
      // it becomes the name of a file
      if (!name || !/^[\w-]+(\.[\w-]+)*$/.test(name))
        throw new ReleaseRefused('Name the key: keys new clubs-team');
      return addKey(file, name, call);
    case 'retire': {
      const days = call.text('days') ?? '30';
      if (!/^\d{1,4}$/.test(days)) throw new WrongArguments(`--days takes a number of days, not '${days}'.`);
      const until = new Date(now + Number(days) * DAY_MS).toISOString();
      return change(file, name, (key) => ({ ...key, until }));
    }
    case 'revoke':
      return change(file, name, (key) => ({ ...key, revoked: new Date(now).toISOString() }));
  }
  for (const key of await file.read())
    say(
      `${key.name}  ${key.remotes.join(',')}  ${stateOf(key)}${key.test ? ', tests only' : ''}  ${key.kid}`,
    );
}
