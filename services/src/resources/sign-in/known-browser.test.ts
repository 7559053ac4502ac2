import { startStage, wrongFor, type Stage } from './testing/stage';

const email = 'ann@campus.edu';

/** A browser with a cookie. */
async function signedInBrowser(stage: Stage) {
  await stage.send(email);
  const answer = await stage.verify(email, await stage.codeFor(email));
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  stage.clock.advanceSeconds(3600);
  return {
    user: answer.body.user,
    token: answer.body.access_token as string,
    send: () => stage.auth('POST /otp', { email }, { cookie }),
    verify: (token: string) => stage.auth('POST /verify', { email, token, type: 'email' }, { cookie }),
  };
}

describe('a browser that signed in before', () => {
  it('while strangers use up their code requests - gets a code at once', async () => {
    await using stage = await startStage();
    const own = await signedInBrowser(stage);
    for (let minute = 0; minute < 8; minute++) {
      await stage.send(email);
      stage.clock.advanceSeconds(60);
    }
    expect((await stage.send(email)).status).toBe(429);
    expect((await own.send()).status).toBe(200);
    expect((await own.verify(await stage.codeFor(email))).status).toBe(200);
  });

  it('while strangers guess and request again - keeps its code, which nobody else can use', async () => {
    await using stage = await startStage();
    const own = await signedInBrowser(stage);
    await own.send();
    const code = await stage.codeFor(email);
    for (let at = 0; at < 25; at++) await stage.verify(email, wrongFor(code));
    expect((await stage.verify(email, code)).status).toBe(403);
    await stage.send(email);
    for (let at = 0; at < 25; at++) await stage.verify(email, '123456');
    expect((await own.verify(code)).status).toBe(200);
  });

  it('with wrong guesses of its own - has five tries, like any browser', async () => {
    await using stage = await startStage();
    const own = await signedInBrowser(stage);
    await own.send();
    const code = await stage.codeFor(email);
    for (let at = 0; at < 5; at++) await own.verify(wrongFor(code));
    expect((await own.verify(code)).status).toBe(403);
  });

  it('with an invented cookie, or that of another mailbox - counts as unknown', async () => {
    await using stage = await startStage();
    const own = await signedInBrowser(stage);
    await own.send();
    const code = await stage.codeFor(email);
    const other = await stage.auth(
      'POST /verify',
      { email, token: code, type: 'email' },
      {
        cookie: `flint-device=${'A'.repeat(22)}`,
      },
    );
    expect(other.status).toBe(403);
    expect((await own.verify(code)).status).toBe(200);
  });

  it('of an account that was deleted - is deleted', async () => {
    await using stage = await startStage();
    const own = await signedInBrowser(stage);
    await own.send();
    const code = await stage.codeFor(email);
    const { access_token: token } = (await own.verify(code)).body;
    await stage.server.call('DELETE /account', undefined, { authorization: `Bearer ${token}` });
    for (const name of ['auth_devices', 'auth_mailboxes'])
      expect(
        await stage.server.deps.db.collection(name).countDocuments({ _id: { $ne: 'nobody' } as never }),
      ).toBe(0);
  });
});
