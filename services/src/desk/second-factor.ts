import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../infra/clock';

// Why otpauth: it implements RFC 6238 and the otpauth: address, is maintained, and has one dependency (the hashes).

const PERIOD_SECONDS = 30;
/** Also accepts the codes of the previous and next step: clocks differ, and people type slowly. */
const WINDOW = 1;

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS, label, issuer });

/** 160 random bits, base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address in the QR code for an authenticator. */
export const enrolmentUri = (secret: string, operator: string, issuer: string): string =>
  totpOf(secret, operator, issuer).toString();

/** The time step a code belongs to, within the window; null for a wrong code. */
export function stepOf(secret: string, code: string, clock: Clock): number | null {
  const timestamp = clock.now().getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
