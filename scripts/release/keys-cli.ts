import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { makeKey as makeKeyPair } from '@flint/remote-build/release/signing/make-key';
import type { Call } from '../flint/read';
import { withEnvFile } from '../start/env-file';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { readKeyRing, type KeyRing, type TrustedKey } from '@flint/remote-build/release/signing/key-ring';

const DAY_MS = 24 * 3_600_000;
const say = (line: string) => process.stdout.write(`${line}\n`);
const env = withEnvFile(path.join(REPOSITORY, '.env'), process.env);
const dataDir = path.resolve(REPOSITORY, env['DATA_DIR'] || '.data');
const ringFile = path.resolve(REPOSITORY, env['RELEASE_KEYS'] || path.join(dataDir, 'release-keys.json'));

const readRing = async (): Promise<KeyRing> =>
  existsSync(ringFile) ? ((await readKeyRing(ringFile)) ?? { keys: [] }) : { keys: [] };

async function writeRing(keys: readonly TrustedKey[]): Promise<void> {
  await mkdir(path.dirname(ringFile), { recursive: true, mode: 0o700 });
  await writeFile(`${ringFile}.tmp`, `${JSON.stringify({ keys } satisfies KeyRing, null, 2)}\n`, {
    mode: 0o644,
  });
  await rename(`${ringFile}.tmp`, ringFile);
}

const stateOf = ({ revoked, until }: TrustedKey) =>
  revoked ? `revoked ${revoked}` : until ? `retired, signs until ${until}` : 'trusted';

async function makeKey(name: string, remotes: readonly string[], isTest: boolean): Promise<void> {
  const known = remoteWorkspaces().map(({ id }) => id);
  if (remotes.length === 0)
    throw new ReleaseRefused(`Name what it may release: --remotes ${known.join(',')}`);
  const { keys } = await readRing();
  if (keys.some((key) => key.name === name))
    throw new ReleaseRefused(`There is a key ${name} already: choose another name.`);
  const file = path.join(dataDir, 'release-keys', `${name}.json`);
  const { kid, jwk } = await makeKeyPair(file);
  await writeRing([...keys, { kid, name, remotes, jwk, ...(isTest && { test: true }) }]);
  say(`${name} (${kid}) may release ${remotes.join(', ')}${isTest ? ' for tests' : ''}`);
  say(
    `  sign with it: RELEASE_KEY=${path.relative(REPOSITORY, file)} (give this file to the team, to nobody else)`,
  );
  say(
    `  trust it:     RELEASE_KEYS=${path.relative(REPOSITORY, ringFile)} (public; belongs to the shell's configuration)`,
  );
}

async function change(named: string | undefined, edit: (key: TrustedKey) => TrustedKey): Promise<void> {
  const { keys } = await readRing();
  const found = keys.find(({ kid, name }) => kid === named || name === named);
  if (!found) throw new ReleaseRefused(`There is no key ${named ?? ''}: npx flint release keys list`);
  const changed = edit(found);
  await writeRing(keys.map((key) => (key === found ? changed : key)));
  say(`${changed.name}: ${stateOf(changed)}`);
}

/** `npx flint release keys`: the keys whose releases a shell trusts, in the file RELEASE_KEYS names. */
export async function main({ positionals: [command, name], flag, text }: Call): Promise<void> {
  const days = text('days') ?? '30';
  const now = Date.now();
  if (command === 'new' && name && /^[\w.-]+$/.test(name))
    return makeKey(name, (text('remotes') ?? '').split(',').filter(Boolean), flag('test'));
  if (command === 'list') {
    for (const key of (await readRing()).keys)
      say(
        `${key.name}  ${key.remotes.join(',')}  ${stateOf(key)}${key.test ? ', tests only' : ''}  ${key.kid}`,
      );
    return;
  }
  if (command === 'retire') {
    if (!/^\d{1,4}$/.test(days)) throw new WrongArguments(`--days takes a number of days, not '${days}'.`);
    const until = new Date(now + Number(days) * DAY_MS).toISOString();
    return change(name, (key) => ({ ...key, until }));
  }
  if (command === 'revoke') return change(name, (key) => ({ ...key, revoked: new Date(now).toISOString() }));
  throw new ReleaseRefused('Name the key: npx flint release keys new offers-team --remotes offers');
}
