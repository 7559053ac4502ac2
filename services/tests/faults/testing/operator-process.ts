import { connectMongo, createLog, readEnv, systemClock } from '@flint/services';
import { createMigrator } from '@flint/services/operations';
import { runDataKeys } from '../../../src/data-keys-command';
import { joinAsProcess } from '../../../src/resources/index';
import { FULL_NAMES } from './full-names';

// An operator's command as a process of its own, to be stopped and killed: `rotate <key>` or `migrate up|down`, with short waits.
const { FLINT_TEST_SECRET = '', FLINT_TEST_LEASE = '2000' } = process.env;
const [command = '', argument = ''] = process.argv.slice(2);
const env = readEnv({ ...process.env, NODE_ENV: 'test' });
const db = await connectMongo(env.MONGODB_URI!);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const leaseMs = Number(FLINT_TEST_LEASE);
if (command === 'migrate') {
  const migrator = createMigrator(db, { migrations: [FULL_NAMES], lockMs: leaseMs });
  say('begins');
  say((await (argument === 'down' ? migrator.down() : migrator.up())).join());
} else {
  const secret = Buffer.from(FLINT_TEST_SECRET, 'hex');
  const deps = { env, db, clock: systemClock, log: createLog('warn'), secret, dataDir: env.DATA_DIR };
  say('begins');
  const leave = await joinAsProcess(deps, { renewMs: 100, leaseMs });
  process.exitCode = await runDataKeys(deps, [command, argument], say, { pauseMs: 150 });
  await leave();
}
await db.close();
