import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { loadLmdb, openEnvironment } from '../src/storage/lmdb';
import { temporaryFolder } from '../src/testing/folder';

const contender = () =>
  fork(path.join(import.meta.dirname, 'contender.ts'), { execArgv: ['--import', 'tsx'] });

async function ask(child: ChildProcess, message: object): Promise<string> {
  const answer = once(child, 'message');
  child.send(message);
  const [said] = (await answer) as [string];
  return said;
}

/** A folder whose owner was killed. */
async function killedOwner(folder: string): Promise<void> {
  const child = contender();
  await ask(child, { folder, at: 0 });
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Gives the folder an owner that never opened it: a process id that the system has used again. */
async function reuseId(folder: string, pid: number): Promise<void> {
  const db = openEnvironment(await loadLmdb(), path.join(folder, 'owner.mdb'), true);
  db.transactionSync(() => db.putSync('owner', Buffer.from(String(pid))));
  await db.close();
}

/** What a second process hears that opens the folder of one that has collected its garbage, with an id of its own or that of the owner. */
export async function openOwned({ hasSameId }: { readonly hasSameId: boolean }): Promise<string> {
  using folder = temporaryFolder();
  const [owner, other] = [contender(), contender()];
  await ask(owner, { folder: folder.path, at: 0 });
  await ask(owner, { at: 'collect' });
  const answer = await ask(other, { folder: folder.path, at: 0, pid: hasSameId ? owner.pid : undefined });
  for (const one of [owner, other]) {
    await ask(one, { at: 0 });
    one.disconnect();
  }
  return answer;
}

/** Two processes open a folder in the same moment, so many times: a new one, one of a killed owner, one whose owner's id runs again. */
export async function lockRace(tries: number): Promise<{ twice: number; never: number }> {
  using folder = temporaryFolder();
  const killed = path.join(folder.path, 'killed');
  await killedOwner(killed);
  const contenders = [contender(), contender()];
  let [twice, never] = [0, 0];
  for (let turn = 0; turn < tries; turn++) {
    const place = path.join(folder.path, String(turn));
    if (turn % 3 > 0) fs.cpSync(killed, place, { recursive: true });
    if (turn % 3 === 2) await reuseId(place, turn % 2 ? process.pid : (contenders[0]?.pid ?? 0));
    const at = Date.now() + 4;
    const answers = await Promise.all(contenders.map((one) => ask(one, { folder: place, at })));
    const odd = answers.find((answer) => answer !== 'owner' && answer !== 'refused');
    if (odd !== undefined) throw new Error(odd);
    const owners = answers.filter((answer) => answer === 'owner').length;
    if (owners > 1) twice += 1;
    if (owners === 0) never += 1;
    await Promise.all(contenders.map((one) => ask(one, { at: 0 })));
    fs.rmSync(place, { recursive: true });
  }
  for (const one of contenders) one.disconnect();
  return { twice, never };
}
