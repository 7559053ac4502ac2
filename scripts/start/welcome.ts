import type { Env } from '@flint/services';
import { DEMO_SECRET, demoOperators } from '@flint/services/seed';
import type { Flint } from '../compose/flint';

/** The last lines of `npm start`: the address, the place of the codes, the demo accounts. */
export function welcome(
  env: Env,
  { url, desk, demoAccounts, released }: Pick<Flint, 'url' | 'desk' | 'demoAccounts' | 'released'>,
): string {
  const codes = env.SMTP_URL ? 'codes are mailed' : `${url}/outbox (and in this terminal)`;
  const width = Math.max(0, ...demoAccounts.map(({ email }) => email.length));
  const accounts = demoAccounts.map(({ email, state }) => `    ${email.padEnd(width)}  ${state}`);
  const started = Number(process.env.FLINT_STARTED_AT ?? Number.NaN);
  const took = Number.isFinite(started) ? ` after ${((Date.now() - started) / 1000).toFixed(1)} s` : '';
  return [
    '',
    `${env.APP_NAME} is ready${took}`,
    `  open    ${url}`,
    `  codes   ${codes}`,
    ...(accounts.length > 0 ? ['  demo accounts (sign in with the emailed code)', ...accounts] : []),
    ...(desk ? [`  desk    ${desk} (safety desk for operators)`] : []),
    ...(desk && demoAccounts.length > 0 && !env.DESK_OPERATORS
      ? [`    ${demoOperators(env.UNIVERSITY_EMAIL_HOST)}; operator secret: ${DEMO_SECRET}`]
      : []),
    ...(released.length > 0 ? [`  released  ${released.join(', ')} (npm run releases)`] : []),
    '  stop    Ctrl-C',
    '',
  ].join('\n');
}
