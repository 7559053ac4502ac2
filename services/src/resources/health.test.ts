import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer } from '@flint/testing';
import { createApp } from '../app';
import { profiles } from './profile/profile.model';
import { createVerifier } from './sign-in/index';

const answers = { religion: { value: 'buddhist' }, gender_identity: 'woman' };

describe('readiness', () => {
  it('with keys that do not open the stored data - is not ready, with a reason; a single damaged answer does not matter', async () => {
    const [first, second] = ['a', 'b'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);
    await using server = await startTestServer({ env: { DATA_KEYS: first! } });
    const [ann, ben] = [await server.signIn(), await server.signIn()];
    for (const { call } of [ann, ben]) await call('PATCH /profile', { answers });
    const readyUnder = async (DATA_KEYS: string) => {
      const env = { ...server.deps.env, DATA_KEYS };
      const app = await createApp({ ...server.deps, env }, createVerifier(server.deps));
      const http = createServer(app.listener).listen(0, '127.0.0.1');
      await once(http, 'listening');
      const { port } = http.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
      http.close();
      await app.close();
      return [answer.status, ((await answer.json()) as { status: string }).status];
    };
    const locked = [503, 'data keys do not open what is stored'];
    expect(await readyUnder(second!)).toEqual(locked);
    expect(await readyUnder(`a:${randomBytes(32).toString('base64')}`)).toEqual(locked);
    expect(await readyUnder(`${second},${first}`)).toEqual([200, 'ok']);

    await profiles(server.deps.db).updateOne(
      { _id: ann.id },
      { $set: { 'answers.religion': 'sealed:a:AAAA' } },
    );
    expect(await readyUnder(first!)).toEqual([200, 'ok']);
  });
});
