import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from './env';
import { systemClock } from './infra/clock';
import { connectMongo, DATABASE_ADDRESS_FILE } from './infra/mongo';
import { runSafety } from './safety-command';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    note: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (existsSync('.env')) process.loadEnvFile('.env');
const env = readEnv(process.env);
const address = path.resolve(env.DATA_DIR, DATABASE_ADDRESS_FILE);
const uri = env.MONGODB_URI ?? (await readFile(address, 'utf8').catch(() => null));
const db = uri === null ? null : await connectMongo(uri).catch(() => null);
if (db === null) {
  process.stderr.write('The database is not reachable. Start Flint (npm start), or set MONGODB_URI.\n');
  process.exitCode = 69;
} else {
  try {
    const { text, exitCode } = await runSafety({ db, clock: systemClock }, positionals, values);
    process.stdout.write(`${text}\n`);
    process.exitCode = exitCode;
  } finally {
    await db.close();
  }
}
