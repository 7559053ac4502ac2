import { isLong } from '@flint/testing/long';
import { addAccounts } from './testing/crowd';
import { useStage } from './testing/stage';
import { createTab } from './testing/tab';

type Client = Awaited<ReturnType<typeof createTab>>['auth'];

const email = 'ann@campus.edu';
const stage = useStage({ CODE_MAILS_PER_HOUR: '100000' }, new Date());

/** Stores the session again with another expiry: a minute ago, or in `seconds`. */
function expire(storage: Map<string, string>, seconds = -60) {
  const session = JSON.parse(storage.get('auth-storage') ?? '{}');
  const expires_at = Math.floor(Date.now() / 1000) + seconds;
  storage.set('auth-storage', JSON.stringify({ ...session, expires_at }));
}

async function signedInTab(storage?: Map<string, string>) {
  const tab = await createTab(stage.server.url, storage);
  await tab.auth.signInWithOtp({ email });
  await tab.auth.verifyOtp({ email, token: await stage.codeFor(email), type: 'email' });
  return tab;
}

describe('supabase-js against the built-in service', () => {
  it('code, verify, user, claims, refresh, sign-out - in sequence - work as with a hosted project', async () => {
    const { auth, storage } = await createTab(stage.server.url);
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

    const updated = await auth.updateUser({ data: { theme: 'dark', domain_verified: null } });
    expect(updated.data.user?.user_metadata).toMatchObject({ theme: 'dark' });
    expect(updated.data.user?.user_metadata).not.toHaveProperty('domain_verified');

    expect((await auth.signOut({ scope: 'local' })).error).toBeNull();
    expect(storage.has('auth-storage')).toBe(false);
    expect(events).toEqual(expect.arrayContaining(['SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT']));
  });

  it('two tabs with one expired session - refreshing at the same moment - stay signed in', async () => {
    const storage = new Map<string, string>();
    await signedInTab(storage);
    expire(storage);
    const tabs = [await createTab(stage.server.url, storage), await createTab(stage.server.url, storage)];
    const sessions = await Promise.all(tabs.map(({ auth }) => auth.getSession()));
    const tokens = sessions.map(({ data }) => data.session?.refresh_token);
    expect(tokens[0]).toBeDefined();
    expect(new Set(tokens).size).toBe(1);
    for (const { auth } of tabs) expect((await auth.getUser()).data.user?.email).toBe(email);
  });

  it.each([
    ['getUser', 3_600, (auth: Client) => auth.getUser()],
    ['the refresh once it expired', -60, (auth: Client) => auth.getSession()],
  ])(
    'a session ended elsewhere - is noticed by %s - and removed from the device',
    async (_by, seconds, ask) => {
      const { auth, storage } = await signedInTab();
      stage.clock.advanceSeconds(61);
      const { access_token: other } = await stage.signIn();
      await stage.auth('POST /logout?scope=global', undefined, { authorization: `Bearer ${other}` });
      expire(storage, seconds);
      await ask(auth);
      expect(storage.has('auth-storage')).toBe(false);
    },
  );

  it('the client’s own clock - every 30 seconds - refreshes a session with at most three ticks left, and retries after 200 ms (S9.11.1)', async () => {
    const { auth, storage } = await signedInTab();
    const asked: number[] = [];
    const real = globalThis.fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      if (!String(input).includes('/token')) return real(input, init);
      asked.push(Date.now());
      return asked.length === 1 ? Promise.resolve(new Response('{}', { status: 503 })) : real(input, init);
    });
    const ticking = jest.spyOn(globalThis, 'setInterval');
    const tick = async () => {
      await auth.startAutoRefresh();
      // its first tick is immediate
      await new Promise((resolve) => setTimeout(resolve));
      await auth.getUser();
      await auth.stopAutoRefresh();
    };
    expire(storage, 4 * 30 + 5);
    await tick();
    expect(ticking).toHaveBeenCalledWith(expect.any(Function), 30_000);
    expect(asked).toEqual([]);
    expire(storage, 3 * 30 - 5);
    await tick();
    expect(asked).toHaveLength(2);
    expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(195);
    expect((await auth.getSession()).data.session?.expires_in).toBe(3600);
  });
});

const SAMPLES = 120;
const ROUNDS = 8;
const KINDS = ['known', 'unknown'] as const;

type Ask = (email: string) => Promise<{ status: number; text: string }>;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What one request for a known and one for an unknown address answers, and the work that the database does for it. */
async function answers(ask: Ask) {
  await addAccounts(stage, ['known@campus.edu']);
  // an address's first request counts in other rows
  await ask('first@campus.edu');
  const seen = [];
  for (const kind of KINDS) {
    const { status, text } = await ask(`${kind}@campus.edu`);
    await stage.server.mailsTo({ email: '' });
    seen.push({ status, text, commands: [...stage.server.latestCommands()] });
  }
  return seen;
}

/** How far the medians are apart, as a share: other load only adds rounds; a real difference would never disappear. */
async function difference(ask: Ask) {
  const times = { known: [] as number[], unknown: [] as number[] };
  let apart = 1;
  for (let round = 0; round < ROUNDS && apart > 0.05; round++) {
    const names = Array.from({ length: SAMPLES }, (_, at) => `r${round}s${at}`);
    await addAccounts(
      stage,
      names.map((name) => `known-${name}@campus.edu`),
    );
    if (round === 0) for (let at = 0; at < 40; at++) await ask(`warm${at}@campus.edu`);
    for (const [at, name] of names.entries())
      for (const kind of at % 2 ? KINDS : KINDS.toReversed()) {
        const started = performance.now();
        await ask(`${kind}-${name}@campus.edu`);
        times[kind].push(performance.now() - started);
      }
    apart = Math.abs(median(times.known) / median(times.unknown) - 1);
  }
  return apart;
}

const ROUTES: Readonly<Record<string, Ask>> = {
  'POST /otp': (email) => stage.send(email),
  'POST /verify': (email) => stage.verify(email, '123456'),
};

describe.each(Object.entries(ROUTES))('%s for a known and an unknown address', (_route, ask) => {
  it('answers the same bytes after the same work; in the long run, medians of time are within 5 %', async () => {
    const [known, unknown] = await answers(ask);
    expect(known!.commands).not.toEqual([]);
    expect(known).toEqual(unknown);
    if (isLong) expect(await difference(ask)).toBeLessThanOrEqual(0.05);
  });
});
