import { parseArgs } from 'node:util';
import { readEnv } from './env';
import { systemClock } from './infra/clock';
import { connectMongo } from './infra/mongo';
import { runSafety } from './safety-command';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    note: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const env = readEnv(process.env);
const uri = env.MONGODB_URI;
if (!uri) {
  process.stderr.write(
    'MONGODB_URI: say which database to read. With the embedded one, `npm run db` prints its address.\n',
  );
  process.exitCode = 78;
} else {
  const db = await connectMongo(uri);
  try {
    const { text, exitCode } = await runSafety({ db, clock: systemClock }, positionals, values);
    process.stdout.write(`${text}\n`);
    process.exitCode = exitCode;
  } finally {
    await db.close();
  }
}
