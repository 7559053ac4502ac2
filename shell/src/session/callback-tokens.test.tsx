import { removeCallbackTokens } from './callback-tokens';

const TOKENS = 'access_token=aaa.bbb.ccc&refresh_token=rrr&expires_in=3600&token_type=bearer';

describe('tokens in the address', () => {
  afterEach(() => history.replaceState(null, '', '/'));

  it('of /auth/callback - are returned, and removed from the address and the history', () => {
    const entries = history.length;
    history.replaceState(null, '', `/auth/callback?x=1#${TOKENS}`);
    expect(removeCallbackTokens()).toEqual({ access_token: 'aaa.bbb.ccc', refresh_token: 'rrr' });
    expect(location.href).toMatch(/\/auth\/callback\?x=1$/);
    expect(history.length).toBe(entries);
    expect(removeCallbackTokens()).toBeNull();
  });

  it('half of them, an error, or one letter - are a refused sign-in, and are still removed from the address', () => {
    for (const hash of ['access_token=aaa', 'x', 'error=access_denied&error_code=otp_expired']) {
      history.replaceState(null, '', `/auth/callback#${hash}`);
      expect(removeCallbackTokens()).toBe('refused');
      expect(location.hash).toBe('');
    }
  });

  it('of any other page - are removed and sign nobody in, and another fragment is left alone', () => {
    for (const [hash, left] of [
      [TOKENS, ''],
      ['help', '#help'],
    ]) {
      history.replaceState(null, '', `/offers#${hash}`);
      expect(removeCallbackTokens()).toBeNull();
      expect(location.hash).toBe(left);
    }
  });
});
