import { plainWords } from './plain-words';

describe('a refusal of the sign-in service', () => {
  it.each([
    ['otp_expired', /^Enter the code from your latest email/],
    ['over_email_send_rate_limit', /^Wait a little .* your latest email still works/],
    ['over_request_rate_limit', /^Wait a little/],
    ['email_address_invalid', /^No code can be sent to this address/],
    ['email_address_not_authorized', /^No code can be sent to this address/],
    ['validation_failed', /^No code can be sent to this address/],
    ['user_banned', /^This account can no longer sign in/],
    ['request_timeout', /^That is on our side/],
    ['unexpected_failure', /^That is on our side/],
  ])('by the code %s - says what to do', (code, words) => expect(plainWords(code)).toMatch(words));

  it('by another code - is best in its own words', () => expect(plainWords('x')).toBeNull());
});
