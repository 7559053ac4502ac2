import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { forgetErased } from './forget-erased';
import { connectMongo } from './mongo';

describe('what was erased', () => {
  it('a deleted document - after forgetErased and a stop - is in no file of the embedded database', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'flint-erased-'));
    try {
      const embedded = await startEmbeddedMongo({ dataDir: folder });
      const db = await connectMongo(embedded.uriFor('flint'));
      const things = db.collection<{ _id: number; text: string }>('things');
      await things.insertMany([
        { _id: 1, text: 'to be forgotten' },
        { _id: 2, text: 'to be kept' },
      ]);
      await things.deleteOne({ _id: 1 });
      await forgetErased(db);
      await db.close();
      await embedded.close();
      const log = await readFile(path.join(folder, 'data.log'), 'latin1');
      expect(log).toContain('to be kept');
      expect(log).not.toContain('to be forgotten');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
