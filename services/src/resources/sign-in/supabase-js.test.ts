import { createTab, startStage } from './testing/stage';

const email = 'ann@campus.edu';

describe('supabase-js against the built-in service', () => {
  it('code, verify, user, claims, refresh, sign-out - the whole way - works as with a hosted project', async () => {
    await using stage = await startStage();
    const { auth, storage } = createTab(stage.server.url);
    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));

    const options = { shouldCreateUser: true, data: { domain_verified: true } };
    expect((await auth.signInWithOtp({ email: 'Ann@Campus.edu', options })).error).toBeNull();
    const token = await stage.codeFor(email);
    const { data, error } = await auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.user).toMatchObject({ email, user_metadata: { domain_verified: true } });
    expect(JSON.parse(storage.get('auth-storage') ?? '{}')).toMatchObject({ user: { email } });

    expect((await auth.getUser()).data.user?.id).toBe(data.user?.id);
    const { data: claims, error: claimsError } = await auth.getClaims();
    expect(claimsError).toBeNull();
    expect(claims?.claims).toMatchObject({ sub: data.user?.id, aud: 'authenticated', aal: 'aal1' });

    stage.clock.advanceSeconds(10);
    const refreshed = await auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
    expect(refreshed.data.user?.id).toBe(data.user?.id);

    expect((await auth.signOut({ scope: 'local' })).error).toBeNull();
    expect(storage.has('auth-storage')).toBe(false);
    expect(events).toEqual(expect.arrayContaining(['SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT']));
  });
});
