import { createVerifier } from '@flint/services';
import { sessions } from './session.model';
import { useStage } from './testing/stage';
import { users } from './user.model';

const TOKEN = 'POST /token?grant_type=refresh_token';
const stage = useStage();

/** A session as a browser has it: with the cookie of the sign-in, which `refresh` sends by default. It is bound if the browser sent the cookie. */
async function signInWithCookie(isBound = false) {
  const email = 'ann@campus.edu';
  const cookieOf = ({ headers }: { headers: Headers }) => (headers.get('set-cookie') ?? '').split(';')[0]!;
  const sent = cookieOf(await stage.send(email));
  const body = { email, token: await stage.codeFor(email), type: 'email' };
  const answer = await stage.auth('POST /verify', body, isBound ? { cookie: sent } : {});
  const own = cookieOf(answer);
  return {
    first: answer.body.refresh_token as string,
    cookie: own,
    refresh: (token: string, ...cookies: (string | undefined)[]) => {
      const cookie = cookies.length > 0 ? cookies[0] : own;
      return stage.auth(TOKEN, { refresh_token: token }, cookie === undefined ? {} : { cookie });
    },
  };
}

describe('POST /token', () => {
  const GRANT = ['invalid_credentials', 'unsupported_grant_type'] as const;
  const INVALID = ['validation_failed', 'Refresh token is not valid'] as const;
  const NO_TEXT = ['bad_json', 'Could not read refresh_token as a string'] as const;
  const UNKNOWN = ['refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'] as const;
  it('a wrong request - is refused in GoTrue’s words', async () => {
    const rows = [
      ['no grant type', 'POST /token', {}, GRANT],
      ['a password', 'POST /token?grant_type=password', { email: 'a' }, GRANT],
      ['two grant types', `${TOKEN}&grant_type=password`, {}, GRANT],
      ['no token', TOKEN, {}, INVALID],
      ['a short token', TOKEN, { refresh_token: 'abc' }, INVALID],
      ['a token of another format', TOKEN, { refresh_token: 'x'.repeat(60) }, INVALID],
      ['a number', TOKEN, { refresh_token: 7 }, NO_TEXT],
      ['an old token of an unknown session', TOKEN, { refresh_token: 'abcdef012345' }, UNKNOWN],
      ['a longer one than the old', TOKEN, { refresh_token: 'abcdef0123456' }, INVALID],
    ] as const;
    for (const [what, at, sent, [code, msg]] of rows) {
      const { status, body } = await stage.auth(at, sent);
      expect([what, status, body]).toEqual([what, 400, { code: 400, error_code: code, msg }]);
    }
  });

  it('a lost response - requested a minute later by the browser that signed in - is repeated once only', async () => {
    const { refresh, first } = await signInWithCookie();
    const { body: lost } = await refresh(first);
    stage.clock.advanceSeconds(60);
    const { body: again } = await refresh(first);
    expect(again.refresh_token).toBe(lost.refresh_token);
    expect((await refresh(first)).body.error_code).toBe('refresh_token_already_used');
    expect((await refresh(lost.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  });

  it('several lost responses of a session bound to its browser - are all repeated there', async () => {
    const { refresh, first } = await signInWithCookie(true);
    const { body: lost } = await refresh(first);
    for (let tries = 0; tries < 3; tries++) {
      stage.clock.advanceSeconds(11);
      expect((await refresh(first)).body.refresh_token).toBe(lost.refresh_token);
    }
    expect((await refresh(lost.refresh_token)).status).toBe(200);
    stage.clock.advanceSeconds(11);
    expect((await refresh(first)).body.error_code).toBe('refresh_token_already_used');
  });

  it('a lost response - requested ten times at once, a minute later - is repeated once, and the session ends', async () => {
    const { refresh, first } = await signInWithCookie();
    await refresh(first);
    stage.clock.advanceSeconds(60);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await refresh(first)).status).toBe(400);
  });

  it.each([
    ['another browser', `flint-device=${'A'.repeat(22)}`],
    ['no browser', undefined],
  ])(
    'a stolen token of a browser that keeps cookies - from %s - is refused, and the session goes on',
    async (_who, thief) => {
      const { refresh, first } = await signInWithCookie(true);
      const stolen = await refresh(first, thief);
      expect([stolen.status, stolen.body.error_code]).toEqual([400, 'refresh_token_not_found']);
      expect((await refresh(first)).status).toBe(200);
    },
  );

  it.each(['another browser', 'no cookie'])(
    'a stolen token one behind - from %s, a minute later - ends the session of both',
    async (who) => {
      const { refresh, first } = await signInWithCookie();
      const { body: own } = await refresh(first);
      stage.clock.advanceSeconds(60);
      const cookie = who === 'no cookie' ? undefined : `flint-device=${'A'.repeat(22)}`;
      expect((await refresh(first, cookie)).body.error_code).toBe('refresh_token_already_used');
      expect((await refresh(own.refresh_token)).body.error_code).toBe('refresh_token_not_found');
      expect((await stage.userOf(own.access_token)).body.error_code).toBe('session_not_found');
    },
  );

  it('a session - refreshed every week - ends after 90 days, with its access tokens', async () => {
    let { refresh_token: token, access_token: access } = await stage.signIn();
    for (let week = 0; week < 12; week++) {
      stage.clock.advanceSeconds(7 * 86_400);
      ({ refresh_token: token, access_token: access } = (await stage.refresh(token)).body);
    }
    stage.clock.advanceSeconds(6 * 86_400 - 1_800);
    ({ refresh_token: token, access_token: access } = (await stage.refresh(token)).body);
    const verifier = createVerifier(stage.server.deps);
    expect(await verifier.verify(access)).not.toBeNull();
    stage.clock.advanceSeconds(1_801);
    expect(await verifier.verify(access)).toBeNull();
    expect((await stage.refresh(token)).body).toMatchObject({
      error_code: 'session_expired',
      msg: 'Invalid Refresh Token: Session Expired',
    });
  });

  it('a token two behind - within ten seconds - counts as a second tab’s; after ten seconds - ends the session everywhere', async () => {
    const session = await stage.signIn();
    const second = (await stage.refresh(session.refresh_token)).body.refresh_token;
    const third = (await stage.refresh(second)).body;
    stage.clock.advanceSeconds(9);
    expect((await stage.refresh(session.refresh_token)).body.refresh_token).toBe(third.refresh_token);
    stage.clock.advanceSeconds(1);
    const reused = await stage.refresh(session.refresh_token);
    expect([reused.status, reused.body.error_code, reused.body.msg]).toEqual([
      400,
      'refresh_token_already_used',
      'Invalid Refresh Token: Already Used',
    ]);
    expect((await stage.refresh(third.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    const user = await stage.userOf(third.access_token);
    expect([user.status, user.body.error_code]).toEqual([403, 'session_not_found']);
    expect(
      (
        await stage.server.call('GET /account/export', undefined, {
          authorization: `Bearer ${third.access_token}`,
        })
      ).status,
    ).not.toBe(200);
  });

  it('the new access token - contains the time of sign-in, not of the refresh', async () => {
    const session = await stage.signIn();
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    stage.clock.advanceSeconds(3000);
    const { body } = await stage.refresh(session.refresh_token);
    const [before, after] = [claimsOf(session.access_token), claimsOf(body.access_token)];
    expect(after.amr).toEqual(before.amr);
    expect(after.session_id).toBe(before.session_id);
    expect(after.iat).toBe(before.iat + 3000);
    expect(after).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      phone: '',
      is_anonymous: false,
    });
  });

  it('a counter ahead of ours, a banned student, a month of silence - are refused in GoTrue’s words', async () => {
    const { refresh_token: token, user } = await stage.signIn();
    const later = (await stage.refresh(token)).body.refresh_token;
    const { db } = stage.server.deps;
    await sessions(db).updateOne({ userId: user.id }, { counter: 0 });
    expect((await stage.refresh(later)).body.msg).toBe('Invalid Refresh Token: Not Issued By This Server');
    await users(db).updateOne({ _id: user.id }, { bannedUntil: new Date('2999-01-01') });
    expect((await stage.refresh(token)).body).toMatchObject({
      error_code: 'user_banned',
      msg: 'Invalid Refresh Token: User Banned',
    });
    await users(db).updateOne({ _id: user.id }, { bannedUntil: null });
    const [account] = await users(db).find({ _id: user.id }).lean();
    await users(db).deleteOne({ _id: user.id });
    expect((await stage.refresh(token)).body).toMatchObject({
      error_code: 'refresh_token_not_found',
      msg: 'Invalid Refresh Token: Refresh Token Not Found',
    });
    await users(db).create(account!);
    stage.clock.advanceSeconds(30 * 86_400);
    const { refresh_token: last } = (await stage.refresh(later)).body;
    stage.clock.advanceSeconds(30 * 86_400 + 1);
    expect((await stage.refresh(last)).body).toMatchObject({
      error_code: 'session_expired',
      msg: 'Invalid Refresh Token: Session Expired (Inactivity)',
    });
  });
});
