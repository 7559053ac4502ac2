import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase } from '@flint/testing/database';
import { startProgram } from '@flint/testing/program';

const [a, b] = ['a', 'b'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);

describe('npx flint operate data-keys', () => {
  it('names the key of an empty database, changes it, and without a key in use ends with 78 and one sentence', async () => {
    await using database = await startTestDatabase();
    const run = async (DATA_KEYS: string, ...args: readonly string[]) => {
      const settings = {
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        FLINT_SECRET: randomBytes(32).toString('base64'),
        DATA_KEYS,
      };
      const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'flint-keys-'));
      const { exit, output } = startProgram(['services/src/data-keys-cli.ts', ...args], {
        ...settings,
        DATA_DIR,
        MONGODB_URI: database.uri,
      });
      return [await exit, output().trim()];
    };
    expect(await run(a!)).toEqual([0, 'seals: a\nin use: a\nheld: a, local']);
    expect(await run(`${b}, ${a}`, 'rotate')).toEqual([
      0,
      expect.stringContaining('0 fields were sealed under b.'),
    ]);
    expect(await run(a!)).toEqual([
      78,
      "stored data was sealed under a key 'b' that these settings do not hold: bring back the DATA_KEYS or FLINT_SECRET (else DATA_DIR/secret) it was written with",
    ]);
  });
});
