import { connectMongo, createLog, readEnv, systemClock } from '@flint/services';
import { backUp, restore } from '@flint/services/operations';

// An operator's command in a process of its own, to be killed. It says 'ready' before its work and 'done' after it.
const { MONGODB_URI = '', FLINT_TEST_SECRET = '' } = process.env;
const [command = '', folder = ''] = process.argv.slice(2);
const env = readEnv({ ...process.env, NODE_ENV: 'test' });
const deps = {
  env,
  db: await connectMongo(MONGODB_URI),
  clock: systemClock,
  log: createLog('silent'),
  secret: Buffer.from(FLINT_TEST_SECRET, 'hex'),
  dataDir: env.DATA_DIR,
};
process.stdout.write('ready\n');
try {
  if (command === 'backup') await backUp(deps, folder);
  else await restore(deps, folder, { replace: command === 'replace' });
  process.stdout.write('done\n');
} catch (error) {
  process.stdout.write(`refused: ${(error as Error).message}\n`);
}
await deps.db.close();
