import { message, t } from '@flint/texts';

const WRONG_ADDRESS = message('No code can be sent to this address. Check it for a typing mistake.');
const TOO_MANY = message('Wait a little before you ask again. The code in your latest email still works.');
const OUR_SIDE = message('That is on our side, not yours. Try again in a minute.');

/** What the codes of the sign-in service mean for a student (auth-js, error-codes.ts). */
const MEANINGS: Readonly<Record<string, string>> = {
  otp_expired: message('Enter the code from your latest email.'),
  over_email_send_rate_limit: TOO_MANY,
  over_request_rate_limit: TOO_MANY,
  email_address_invalid: WRONG_ADDRESS,
  email_address_not_authorized: WRONG_ADDRESS,
  validation_failed: WRONG_ADDRESS,
  user_banned: message('This account can no longer sign in.'),
  request_timeout: OUR_SIDE,
  unexpected_failure: OUR_SIDE,
};

/** What to do about a refusal of the sign-in service, by its code; null if its own message is the best text. */
export function plainWords(code: string): string | null {
  const meaning = MEANINGS[code];
  return meaning === undefined ? null : t(meaning);
}
