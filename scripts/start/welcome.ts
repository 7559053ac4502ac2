import type { Env } from '@flint/services';
import { DEMO_SECRET, demoOperators } from '@flint/services/seed';
import type { Flint, Open } from '../compose/flint';

/** The first lines of `npm start` that can be used: the addresses, the place of the codes. */
export function addresses(env: Env, { url, desk, released }: Omit<Open, 'close'>): string {
  const codes = env.SMTP_URL ? 'codes are mailed' : `${url}/outbox (and in this terminal)`;
  const started = Number(process.env.FLINT_STARTED_AT ?? Number.NaN);
  const took = Number.isFinite(started) ? ` after ${((Date.now() - started) / 1000).toFixed(1)} s` : '';
  return [
    '',
    `${env.APP_NAME} is open${took}`,
    `  open    ${url}`,
    `  codes   ${codes}`,
    ...(desk ? [`  desk    ${desk} (safety desk for operators)`] : []),
    ...(released.length > 0 ? [`  released  ${released.join(', ')} (npx flint release list)`] : []),
    '  stop    Ctrl-C',
    '',
  ].join('\n');
}

/** The last lines: the demo accounts. */
export function accounts(env: Env, { desk, demoAccounts }: Pick<Flint, 'desk' | 'demoAccounts'>): string {
  if (demoAccounts.length === 0) return '';
  const width = Math.max(...demoAccounts.map(({ email }) => email.length));
  return [
    '  demo accounts (sign in with the emailed code)',
    ...demoAccounts.map(({ email, state }) => `    ${email.padEnd(width)}  ${state}`),
    ...(desk && !env.DESK_OPERATORS
      ? [`    ${demoOperators(env.UNIVERSITY_EMAIL_HOST)}: the desk; operator secret: ${DEMO_SECRET}`]
      : []),
    '',
  ].join('\n');
}
