import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, startTestServer, type TestServer } from '@flint/testing';
import { filesIn } from '@flint/testing/files';
import { isLong } from '@flint/testing/long';
import type { Connection } from 'mongoose';
import { backUp } from '../../src/operations/backup';
import { restore } from '../../src/operations/restore';
import { enrol, introduce } from '../../src/resources/offers/testing/campus';

const WITHIN_MS = 60_000;
const TRACES = ['Zebulonia', 'zeb.erased', 'Message of Zebulonia', 'Zebra crossing café'];

/** The files of a folder that contain one of these texts, as bytes. */
async function placesOf(folder: string, texts: readonly string[]): Promise<string[]> {
  const found = (await filesIn(folder)).map(async (file) => {
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    return texts.filter((text) => bytes.includes(text)).map((text) => `${text} in ${path.basename(file)}`);
  });
  return (await Promise.all(found)).flat();
}

/** Resolves when a command with this name is sent. */
const commandSent = (db: Connection, name: string) =>
  new Promise<void>((resolve) =>
    db.getClient().on('commandStarted', ({ commandName }) => commandName === name && resolve()),
  );

async function liveThrough(server: TestServer) {
  const zeb = await enrol(server, { name: 'Zebulonia', email: 'zeb.erased@campus.edu' });
  const ben = await enrol(server, { name: 'Ben', gender: 'man' });
  await introduce(server, zeb, ben);
  const offer = await zeb.invite(ben, { location: 'Zebra crossing café', message: 'Message of Zebulonia' });
  expect(offer.status).toBe(201);
  return zeb;
}

describe('an account that was deleted', () => {
  it('in the embedded database on disk - leaves no byte of address, name, message or place within 60 s', async () => {
    await using server = await startTestServer({ onDisk: true });
    const zeb = await liveThrough(server);
    const folder = server.deps.dataDir;
    expect(await placesOf(folder, TRACES)).not.toEqual([]);
    const asked = commandSent(server.deps.db, 'compactLog');
    expect((await zeb.call('DELETE /account')).status).toBe(204);
    await asked;
    // the database does it half a minute later by itself; the short run asks for it now
    if (!isLong) await server.deps.db.db!.admin().command({ compactLog: 1, wait: true });
    const started = performance.now();
    let left = await placesOf(folder, TRACES);
    while (left.length > 0 && performance.now() - started < WITHIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, isLong ? 1_000 : 50));
      left = await placesOf(folder, TRACES);
    }
    expect(left).toEqual([]);
  });

  it('and returns with an older backup, into a new database or the one that recorded it - is erased again, and nobody else', async () => {
    // long enough that it does not register again below
    await using server = await startTestServer({ leaseMs: 3_600_000, renewMs: 600_000 });
    const zeb = await liveThrough(server);
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'flint-erased-')), 'backup');
    await backUp(server.deps, folder);
    expect((await zeb.call('DELETE /account')).status).toBe(204);
    // the process has stopped
    await server.deps.db.collection('processes').deleteMany({});
    await using other = await startTestDatabase();
    // the new one, with the data folder of the old
    for (const { db } of [other, server.deps]) {
      await restore({ ...server.deps, db }, folder, { replace: true });
      const names = (await db.db!.listCollections().toArray()).map(({ name }) => name);
      const held = await Promise.all(names.map((name) => db.db!.collection(name).find().toArray()));
      const text = JSON.stringify(held);
      expect([...TRACES, zeb.id].filter((trace) => text.includes(trace))).toEqual([]);
      expect(await db.db!.collection('profiles').countDocuments()).toBe(1);
    }
  });
});
