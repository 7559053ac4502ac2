/** `npx flint run desk`: the safety desk alone, beside API processes on the same database. `npm start` includes one. */
import { createLog, operatorDeps, readOperatorEnv, NOT_REACHABLE } from '@flint/services';
import { deskSettings } from '@flint/services/desk';
import { startDesk } from './desk-server';
import { serveUntilStopped } from './until-stopped';

await serveUntilStopped('the safety desk', async () => {
  // report missing settings before joining the processes on the database
  const settings = deskSettings(readOperatorEnv());
  const deps = await operatorDeps();
  if (deps === null) throw new Error(NOT_REACHABLE.trim());
  const onMail = ({ to, subject }: { to: { address: string }; subject: string }) =>
    process.stdout.write(`mail to ${to.address}: ${subject}\n`);
  const log = createLog(deps.env.LOG_LEVEL);
  const listening = await startDesk({ deps: { ...deps, log, onMail }, settings, host: deps.env.HOST });
  return {
    ...listening,
    async close(options) {
      await listening.close(options);
      await deps.close();
    },
  };
});
