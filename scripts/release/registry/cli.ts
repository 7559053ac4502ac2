import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readPageEnv } from '@flint/services/env';
import { REPOSITORY } from '../../compose/remotes';
import { readSettings } from '../../start/env-file';
import type { Call } from '../../flint/read';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import {
  addRemote,
  changeRemote,
  listRegistry,
  registryContext,
  removeRemote,
  renewRegistry,
} from './commands';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function readEntry(file: string | undefined, folder: string): Promise<unknown> {
  if (!file)
    throw new ReleaseRefused('Name the file of the entry: npx flint release registry add clubs.json');
  const from = path.resolve(process.env['INIT_CWD'] ?? folder, file);
  try {
    return JSON.parse(await readFile(from, 'utf8'));
  } catch (error) {
    throw new ReleaseRefused(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}.`, {
      cause: error,
    });
  }
}

/** `npx flint release registry`: edits the remotes of this Flint and the origins of their releases. */
export async function main({ positionals: [command, argument], from }: Call): Promise<void> {
  const settings = readSettings();
  readPageEnv(settings);
  const context = {
    ...(await registryContext(settings, REPOSITORY)),
    warn: (id: string, reason: string) => say(`stored, but: ${id} ${reason}`),
  };
  if (command === 'add' || command === 'change') {
    const put = command === 'add' ? addRemote : changeRemote;
    const { id, screens } = await put(context, await readEntry(argument, from));
    return say(
      `${id} is registered: ${screens.map(({ route }) => route).join(', ')}; open tabs show it within half a minute`,
    );
  }
  if (command === 'remove') {
    if (!argument) throw new ReleaseRefused('Name the remote: npx flint release registry remove clubs');
    await removeRemote(context, argument);
    return say(`${argument} is taken out; open tabs follow within half a minute`);
  }
  if (command === 'renew') {
    await renewRegistry(context);
    return say('the registry is signed again');
  }
  const { revision, ends, fault, entries, refused } = await listRegistry(context);
  for (const { id, screens, origin, owner, contact, trust } of entries) {
    const shown = screens.map(({ route, seenBy }) => (seenBy === 'testers' ? `${route} (testers)` : route));
    say(
      `${id.padEnd(20)}  ${shown.join(', ').padEnd(20)}  ${origin ?? 'with the releases'}  ${owner} <${contact}>${trust === 'foreign' ? '  in a frame' : ''}`,
    );
  }
  for (const [id, reason] of refused) say(`refused: ${id} ${reason}`);
  if (fault) say(`refused: the registry ${fault}`);
  const signed = ends ? `signed until ${ends.toISOString().slice(0, 10)}` : 'not signed';
  say(`number ${revision}, ${signed}, for ${context.environment}`);
}
