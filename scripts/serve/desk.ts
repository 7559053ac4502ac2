/** `npm run desk`: the safety desk alone, beside API processes on the same database. `npm start` includes one. */
import { createLog, operatorDeps, readEnv, NOT_REACHABLE } from '@flint/services';
import { recordKeys, deskSettings } from '@flint/services/desk';
import { explain } from '../start/failure';
import { startDesk } from './desk-server';
import { untilStopped } from './until-stopped';

try {
  const deps = await operatorDeps();
  // report missing settings before connecting to the database
  const settings = deskSettings(deps?.env ?? readEnv(process.env));
  if (deps === null) throw new Error(NOT_REACHABLE.trim());
  const onMail = ({ to, subject }: { to: { address: string }; subject: string }) =>
    process.stdout.write(`mail to ${to.address}: ${subject}\n`);
  const log = createLog(deps.env.LOG_LEVEL);
  const listening = await startDesk({ deps: { ...deps, log, onMail }, settings, host: deps.env.HOST });
  // a key rotation waits for this process, too
  const stopAnnouncing = recordKeys(deps, (error) =>
    log.warn({ err: error }, 'the keys of this process were not announced'),
  );
  untilStopped(
    {
      ...listening,
      async close(options) {
        await listening.close(options);
        await stopAnnouncing();
        await deps.db.close();
      },
    },
    'the safety desk',
  );
} catch (error) {
  const { text, exitCode } = explain(error);
  process.stderr.write(`${text}\n`);
  process.exit(exitCode);
}
