import { readEnv, type Env } from '@flint/services';
import { deskSettings, type DeskSettings } from '@flint/services/desk';
import { demoOperators, seedDemo } from '@flint/services/seed';
import { startFlint } from '../compose/flint';
import { REPOSITORY } from '../compose/remotes';
import { isReached, openPlace } from '../release/place';
import { readSettings } from './env-file';
import { explain } from './failure';
import { isLeaving, leaveBy } from '../setup/leaving.mjs';
import { accounts, addresses } from './welcome';

/** `npm start`: everything on one machine, until Ctrl-C. */
async function main(): Promise<void> {
  const own = readSettings();
  // log lines would be printed between these lines
  const settings = own['NODE_ENV'] === 'production' ? own : { LOG_LEVEL: 'warn', ...own };
  const env = readEnv(settings);
  const isDemo = isAlone(env);
  const desk = deskOf(env, isDemo);
  process.stdout.write(`${env.APP_NAME} starts\n`);
  const flint = await startFlint({
    env,
    settings,
    releases: openPlace(settings, REPOSITORY),
    ...(isDemo && { seed: seedDemo }),
    ...(desk && { desk }),
    onOpen({ close, ...opened }) {
      leaveBy(async () => {
        process.stdout.write('\nstopping …\n');
        await close();
      });
      process.stdout.write(addresses(env, opened));
    },
    // codes only: the invented students write to each other while the demo campus is made
    onMail({ to, subject }) {
      if (/\d{6}/.test(subject)) process.stdout.write(`  mail to ${to.address}: ${subject}\n`);
    },
  });
  process.stdout.write(accounts(env, flint));
}

/** Whether nobody outside can use it: it has no https address, and nothing mails codes to students, who would meet the demo's invented ones. */
const isAlone = (env: Env) => !isReached(env) && !env.SMTP_URL && !env.SUPABASE_URL;

/** The safety desk for the operators of DESK_OPERATORS; of a demo without it, for two invented ones. */
function deskOf(env: Env, isDemo: boolean): DeskSettings | null {
  if (env.DESK_OPERATORS) return deskSettings(env);
  return isDemo ? deskSettings(env, demoOperators(env.UNIVERSITY_EMAIL_HOST)) : null;
}

await main().catch((error: unknown) => {
  if (isLeaving()) return;
  // flint.mjs installs them again
  if ((error as NodeJS.ErrnoException).code?.endsWith('MODULE_NOT_FOUND')) throw error;
  const { text, exitCode } = explain(error);
  process.stderr.write(`\n${text}\n`);
  process.exit(exitCode);
});
