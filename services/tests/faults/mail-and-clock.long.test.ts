import { createServer, type AddressInfo, type Socket } from 'node:net';
import { fixedClock } from '@flint/services';
import { mailer } from '../../src/infra/mailer';
import { startTestServer } from '@flint/testing';
import { caller, codeFor, startStage } from '../../src/resources/sign-in/testing/stage';
import { createTab } from '../../src/resources/sign-in/testing/tab';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import { freePort } from '@flint/testing/free-port';

const MINUTES = 60_000;

describe('a mail server', () => {
  it('that is down, or accepts connections and stays silent - delays no student, and the answer is the same', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const answers = [];
    for (const at of [null, await freePort(), port]) {
      await using stage = await startStage(at === null ? {} : { SMTP_URL: `smtp://127.0.0.1:${at}` });
      const settled = jest.fn();
      const { status, text } = await stage.send('ann@campus.edu');
      void mailer(stage.server.deps).settled().then(settled);
      await new Promise(setImmediate);
      // the answer did not wait for a server that never speaks
      if (at === port) expect(settled).not.toHaveBeenCalled();
      answers.push([status, text]);
      // the API ends once nothing is being sent
      for (const socket of sockets) socket.destroy();
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await new Promise((resolve) => silent.close(resolve));
  });
});

describe('clocks that differ', () => {
  it.each([5, -5])(
    'another process %i minutes off - accepts the sessions of this one, and vice versa',
    async (minutes) => {
      await using stage = await startStage();
      const clock = fixedClock(new Date(stage.clock.now().getTime() + minutes * MINUTES));
      await using twin = await startTwin({ ...stage.server.deps, clock });
      const here = await stage.signIn('ann@campus.edu');
      const readAt = async (url: string, { access_token: token }: { access_token: string }) =>
        (await fetch(`${url}/api/v1/offers`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect([await readAt(stage.server.url, here), await readAt(twin.url, here)]).toEqual([200, 200]);
      const there = caller(twin.url);
      const { status, body } = await there('POST /token?grant_type=refresh_token', {
        refresh_token: here.refresh_token,
      });
      expect(status).toBe(200);
      expect([await readAt(twin.url, body), await readAt(stage.server.url, body)]).toEqual([200, 200]);
    },
  );

  it.each([5, -5])(
    'a client %i minutes off - signs in, and does not refresh again and again',
    async (minutes) => {
      // the server shares this clock; its lease must outlast the jump
      await using server = await startTestServer({ leaseMs: 60 * MINUTES });
      const now = Date.now.bind(Date);
      const { auth } = await createTab(server.url);
      jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * MINUTES);
      const fetched = jest.spyOn(globalThis, 'fetch');
      await auth.signInWithOtp({ email: 'ann@campus.edu' });
      const { error } = await auth.verifyOtp({
        email: 'ann@campus.edu',
        token: await codeFor(server, 'ann@campus.edu'),
        type: 'email',
      });
      expect(error).toBeNull();
      for (let times = 0; times < 10; times++) expect((await auth.getSession()).data.session).not.toBeNull();
      const refreshes = fetched.mock.calls.filter(([url]) =>
        String(url).includes('grant_type=refresh_token'),
      );
      expect(refreshes.length).toBeLessThanOrEqual(2);
    },
  );
});
