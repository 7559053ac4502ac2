import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { startTestDatabase } from '@flint/testing';
import { startProgram } from '@flint/testing/program';

const API = 'scripts/compose/testing/patient-api.ts';

/** A separate API process, as in containers. */
async function startProcess(env: Record<string, string>) {
  const api = startProgram([API], {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
  });
  return { ...api, url: await api.said(/(?<=listens at )\S+(?=\s)/) };
}

/** A minimal load balancer: round robin, skips processes that do not answer. */
async function startProxy(targets: readonly string[]): Promise<{ url: string; server: Server }> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const attempt = (left: number) => {
        const target = targets[turn++ % targets.length]!;
        const { method, headers, url } = incoming;
        const passed = request(target + url, { method, headers, agent: false }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        passed.on('error', () => (left > 0 ? attempt(left - 1) : outgoing.destroy()));
        passed.end(Buffer.concat(chunks));
      };
      attempt(targets.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function codeFor(dataDir: string, email: string): Promise<string> {
  for (;;) {
    for (const name of await readdir(path.join(dataDir, 'outbox')).catch(() => [])) {
      const text = await readFile(path.join(dataDir, 'outbox', name), 'utf8');
      const code = text.includes(email) ? /\b\d{6}\b/.exec(text.slice(text.indexOf('"subject"')))?.[0] : null;
      if (code) return code;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ask = async (url: string, methodAndPath: string, body?: unknown, token = '') => {
  const [method, at] = methodAndPath.split(' ');
  const response = await fetch(url + at, {
    method: method!,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse((await response.text()) || 'null') };
};

describe('two API processes behind a proxy, one database', () => {
  it('students of both processes - sign in, match and see an offer live - also while one process stops', async () => {
    await using database = await startTestDatabase();
    const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-two-'));
    const env = {
      DATA_DIR: dataDir,
      MONGODB_URI: database.uri,
      FLINT_SECRET: randomBytes(32).toString('base64'),
    };
    const processes = await Promise.all([startProcess(env), startProcess(env)]);
    const [one, two] = processes as [(typeof processes)[0], (typeof processes)[0]];
    const proxy = await startProxy([one.url, two.url]);

    // each step of sign-in reaches the other process
    const enrol = async (name: string, gender: 'man' | 'woman') => {
      const email = `${name}@campus.edu`;
      expect((await ask(proxy.url, 'POST /auth/v1/otp', { email, create_user: true })).status).toBe(200);
      const token = await codeFor(dataDir, email);
      const { body } = await ask(proxy.url, 'POST /auth/v1/verify', { email, token, type: 'email' });
      const answers = {
        bundle_intro: { display_name: name, date_of_birth: '2005-01-15' },
        gender_identity: gender,
        seeking_genders: { values: [gender === 'man' ? 'women' : 'men'] },
      };
      const patch = { answers, onboardingCompletedAt: new Date().toISOString() };
      expect((await ask(two.url, 'PATCH /api/v1/profile', patch, body.access_token)).status).toBe(200);
      return { id: body.user.id as string, token: body.access_token as string };
    };
    const ann = await enrol('ann', 'woman');
    const ben = await enrol('ben', 'man');

    // the first look joins today's round; the other process reads it there
    await ask(two.url, 'GET /api/v1/matches', undefined, ben.token);
    const seenByFirst = async () =>
      (await ask(one.url, 'GET /api/v1/matches', undefined, ann.token)).body.items;
    expect((await seenByFirst()).map(({ userId }: { userId: string }) => userId)).toEqual([ben.id]);

    const stream = await fetch(`${one.url}/api/v1/offers/events`, {
      headers: { authorization: `Bearer ${ben.token}` },
    });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const hear = async (what: string) => {
      while (!heard.includes(what)) heard += (await reader.read()).value ?? '';
    };
    await hear('event: open');
    const offer = {
      toUserId: ben.id,
      proposedDate: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      location: 'Library',
      activity: 'Coffee',
    };
    expect((await ask(two.url, 'POST /api/v1/offers', offer, ann.token)).status).toBe(201);
    await hear('event: offers');
    await reader.cancel();

    expect(await two.end('SIGTERM')).toBe(0);
    for (let i = 0; i < 4; i++)
      expect((await ask(proxy.url, 'GET /api/v1/offers', undefined, ben.token)).body.items).toHaveLength(1);

    expect(await one.end('SIGTERM')).toBe(0);
    proxy.server.closeAllConnections();
    await new Promise((resolve) => proxy.server.close(resolve));
  });

  it('Flint in one process, started before its database - opens API and safety desk once that is there', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'flint-later-'));
    const socket = encodeURIComponent(path.join(dir, 'db/mongo.sock'));
    const flint = startProgram(['scripts/start/main.ts'], {
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: path.join(dir, 'data'),
      MONGODB_URI: `mongodb://${socket}/flint?directConnection=true`,
    });
    await flint.said('waiting for it');
    const database = await startEmbeddedMongo({ dataDir: path.join(dir, 'db') });
    const desk = await flint.said(/(?<=the safety desk at )[^"\s]+/);
    expect((await fetch(`${desk}/health/live`)).status).toBe(200);
    await flint.end();
    await database.close();
  });

  it('a wrong setting - ends the process with 78', async () => {
    const api = startProgram(['scripts/compose/testing/patient-api.ts'], {
      NODE_ENV: 'production',
      PORT: 'x',
    });
    expect(await api.exit).toBe(78);
    expect(api.output()).toMatch(/^ {2}PORT: .*\n {2}MONGODB_URI: required in production$/m);
  });
});
