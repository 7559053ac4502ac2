/** Releases every remote as this checkout built it, where nothing is released yet: the start of an installation. */
import path from 'node:path';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY, remoteRooms } from '../compose/remotes';
import { recordShell, release } from '../release/commands';
import { openPlace } from '../release/place';
import { readPointers } from '../release/pointers';

const { store } = openPlace(process.env, REPOSITORY);
const { remotes } = await readPointers(store);
for (const { id, dir, budget } of remoteRooms()) {
  if (remotes[id]) continue;
  const room = { id, dist: path.join(dir, 'dist'), budget, contract: REMOTE_CONTRACT };
  const made = await release({ store }, room);
  process.stdout.write(`${id} ${made.release}\n`);
}
await recordShell(store, REMOTE_CONTRACT, new Date());
