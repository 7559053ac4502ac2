import { readFileSync } from 'node:fs';
import { mkdtemp, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { readEnv } from '@flint/services';
import { startProgram } from '@flint/testing/program';
import { openDatabase } from './database';

describe('the database of a start', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'flint-database-'));
  });

  it('while npx flint run database serves the folder - is that one, which continues afterwards', async () => {
    const program = startProgram(['scripts/flint.mjs', 'run', 'database'], { DATA_DIR: dir });
    await program.said('Ctrl-C ends it');
    await expect(startEmbeddedMongo({ dataDir: path.join(dir, 'db') })).rejects.toThrow();
    const env = readEnv({ DATA_DIR: dir });
    const first = await openDatabase(env);
    await first.connection.collection('things').insertOne({ a: 1 });
    await first.close();
    const second = await openDatabase(env);
    expect(await second.connection.collection('things').countDocuments()).toBe(1);
    await second.close();
    expect(await program.end('SIGTERM')).toBe(0);
  });

  it('while another Flint uses the folder - is refused in one sentence; once that was killed, it is the one that continues', async () => {
    const server = await startEmbeddedMongo({ dataDir: path.join(dir, 'db') });
    const env = readEnv({ DATA_DIR: dir });
    const other = await openDatabase(env);
    const processes = other.connection.collection('processes');
    await processes.insertOne({ until: new Date(Date.now() + 60_000) });
    await expect(openDatabase(env)).rejects.toThrow(/already in use by process \d+/);
    // its lease ends, and its address stays
    await processes.updateOne({}, { $set: { until: new Date() } });
    const { close } = await openDatabase(env);
    await close();
    await other.close();
    await server.close();
  });

  it.each([[['db/address', 'database-address']], [['db/address']]])(
    'damaged when its process was killed - with the addresses that this left (%j) - is refused for the damage',
    async (left) => {
      const env = readEnv({ DATA_DIR: dir });
      const { connection, close } = await openDatabase(env);
      await connection.collection('things').insertOne({ a: 1 });
      const addresses = left.map(
        (name) => [path.join(dir, name), readFileSync(path.join(dir, name))] as const,
      );
      await close();
      for (const [file, address] of addresses) await writeFile(file, address);
      await truncate(path.join(dir, 'db/data.1.mdb'), 8192);
      await expect(openDatabase(env)).rejects.toThrow('was cut short');
    },
  );
});
