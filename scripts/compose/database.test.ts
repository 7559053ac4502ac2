import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { DATABASE_ADDRESS_FILE, readEnv } from '@flint/services';
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

  it('while another Flint uses the folder - is refused in one sentence', async () => {
    const server = await startEmbeddedMongo({ dataDir: path.join(dir, 'db') });
    await writeFile(path.join(dir, DATABASE_ADDRESS_FILE), server.uriFor('flint'));
    await expect(openDatabase(readEnv({ DATA_DIR: dir }))).rejects.toThrow(/already in use by process \d+/);
    await server.close();
  });
});
