import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase } from '@flint/testing';
import { Schema } from 'mongoose';
import pino from 'pino';
import { createHttpServer } from '../app';
import { EnvError, readEnv } from '../env';
import { systemClock } from '../infra/clock';
import type { Mail } from '../infra/mail';
import { mailer } from '../infra/mailer';
import type { Deps } from '../resources/resource';
import { serveTenants } from './serve-tenants';
import { depsOf, readTenants } from './tenants';

const NORTH = {
  id: 'north',
  hosts: ['flint.north.edu', 'date.north.edu'],
  settings: {
    UNIVERSITY_NAME: 'North College',
    UNIVERSITY_EMAIL_HOST: 'north.edu',
    UNIVERSITY_TIMEZONE: 'Europe/Oslo',
  },
};
const SOUTH = {
  id: 'south',
  hosts: ['flint.south.edu'],
  settings: { UNIVERSITY_NAME: 'South University', UNIVERSITY_EMAIL_HOST: 'south.edu' },
};
const SECRET = 'a master secret of more than 32 characters';

async function withFile(content: unknown) {
  const dir = await mkdtemp(path.join(tmpdir(), 'flint-tenants-'));
  const file = path.join(dir, 'tenants.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  const source = {
    NODE_ENV: 'test',
    DATA_DIR: path.join(dir, 'data'),
    TENANTS_FILE: file,
    LOG_LEVEL: 'silent',
  };
  return { dir, source, tenants: () => readTenants(readEnv(source), source) };
}

const linesOf = async (content: unknown) => {
  const { dir, tenants } = await withFile(content);
  try {
    tenants();
    return [];
  } catch (error) {
    return (error as EnvError).lines;
  } finally {
    await rm(dir, { recursive: true });
  }
};

describe('TENANTS_FILE', () => {
  it('two universities - have their own settings over those of the installation', async () => {
    const { dir, tenants } = await withFile({ tenants: [NORTH, SOUTH] });
    expect(tenants()).toMatchObject([
      {
        id: 'north',
        env: { UNIVERSITY_NAME: 'North College', PUBLIC_URL: 'https://flint.north.edu', S3_PREFIX: 'north/' },
      },
      { id: 'south', env: { UNIVERSITY_TIMEZONE: 'America/Toronto', PUBLIC_URL: 'https://flint.south.edu' } },
    ]);
    await rm(dir, { recursive: true });
  });

  it.each([
    ['not JSON', '{', ['TENANTS_FILE: not JSON']],
    [
      'one host twice',
      { tenants: [NORTH, { ...SOUTH, hosts: NORTH.hosts }] },
      ['TENANTS_FILE: flint.north.edu is in it twice'],
    ],
    ['one id twice', { tenants: [NORTH, { ...SOUTH, id: 'north' }] }, ['TENANTS_FILE: north is in it twice']],
    ['nobody', { tenants: [] }, [expect.stringMatching(/^TENANTS_FILE: tenants: /)]],
    [
      'a wrong zone',
      { tenants: [{ ...NORTH, settings: { UNIVERSITY_TIMEZONE: 'Nowhere' } }] },
      [expect.stringMatching(/^TENANTS_FILE: north: UNIVERSITY_TIMEZONE: /)],
    ],
    [
      'a setting of the installation',
      { tenants: [{ ...NORTH, settings: { FLINT_SECRET: 'x' } }] },
      [expect.stringMatching(/^TENANTS_FILE: tenants\.0\.settings/)],
    ],
  ])('%s - is refused in a line', async (_case, content, lines) => {
    expect(await linesOf(content)).toEqual(lines);
  });
});

/** A running process of two universities. */
async function startCampuses() {
  const database = await startTestDatabase();
  const { dir, source, tenants } = await withFile({ tenants: [NORTH, SOUTH] });
  const mails: Mail[] = [];
  const root: Deps = {
    env: readEnv(source),
    db: database.db,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    secret: Buffer.from(SECRET),
    dataDir: path.join(dir, 'data'),
    onMail: (mail) => mails.push(mail),
  };
  const served = await serveTenants(root, tenants());
  const server = createHttpServer(served.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  /** fetch() cannot set Host. */
  const ask = (host: string, methodAndPath: string, body?: unknown, token?: string) =>
    new Promise<{ status: number; body: any }>((resolve, reject) => {
      const [method, at] = methodAndPath.split(' ');
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          method,
          path: at,
          headers: {
            host,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
        },
        async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text });
        },
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const signIn = async (host: string, email: string) => {
    const sent = await ask(host, 'POST /auth/v1/otp', { email, create_user: true });
    if (sent.status !== 200) return { status: sent.status, token: '', id: '' };
    for (const { deps } of served.apps) await mailer(deps).settled();
    const code = /\d{6}/.exec(mails.findLast(({ to }) => to.address === email)?.subject ?? '')?.[0];
    const { status, body } = await ask(host, 'POST /auth/v1/verify', { email, token: code, type: 'email' });
    return { status, token: body.access_token as string, id: body.user?.id as string };
  };
  const enrol = async (host: string, email: string, gender: 'man' | 'woman') => {
    const student = await signIn(host, email);
    const answers = {
      bundle_intro: { display_name: gender, date_of_birth: '2005-01-15' },
      gender_identity: gender,
      seeking_genders: { values: [gender === 'man' ? 'women' : 'men'] },
    };
    const patch = { answers, onboardingCompletedAt: new Date().toISOString() };
    expect((await ask(host, 'PATCH /api/v1/profile', patch, student.token)).status).toBe(200);
    return student;
  };
  return {
    root,
    served,
    ask,
    signIn,
    enrol,
    async [Symbol.asyncDispose]() {
      await served.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { deps } of served.apps) await deps.db.dropDatabase();
      await database[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const N = 'flint.north.edu';
const S = 'flint.south.edu';

describe('two universities in one process', () => {
  it('by host name - each answers for itself, with any port and case; other names get 421; health answers to all', async () => {
    await using campuses = await startCampuses();
    const name = async (host: string) => (await campuses.ask(host, 'GET /api/v1/config')).body.universityName;
    expect(await Promise.all([N, 'DATE.North.edu:8443', S].map(name))).toEqual([
      'North College',
      'North College',
      'South University',
    ]);
    expect(await campuses.ask('flint.east.edu', 'GET /api/v1/config')).toMatchObject({ status: 421 });
    expect((await campuses.ask('10.0.0.7', 'GET /health/ready')).status).toBe(200);
  });

  it('everything of one - is out of reach from the other: sign-in, tokens, profiles, matches, offers, blocks, photos, erasure', async () => {
    await using campuses = await startCampuses();
    const { ask, enrol, signIn, served } = campuses;
    const ann = await enrol(N, 'ann@north.edu', 'woman');
    const ben = await enrol(N, 'ben@north.edu', 'man');
    const cem = await enrol(S, 'cem@south.edu', 'man');
    const [dbOfNorth, dbOfSouth] = ['north', 'south'].map(
      (id) => served.apps.find(({ tenant }) => tenant.id === id)!.deps.db,
    );

    // an address of the other university is none here
    expect((await signIn(S, 'ann@north.edu')).status).toBeGreaterThanOrEqual(400);
    // each row: what ann of North tries at South, and the status she gets there
    const offer = {
      toUserId: cem.id,
      proposedDate: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      location: 'Library',
      activity: 'Coffee',
    };
    const everywhere = [
      ['GET /api/v1/profile'],
      ['GET /api/v1/matches'],
      ['GET /api/v1/offers'],
      ['GET /api/v1/offers/events'],
      ['GET /api/v1/photos'],
      ['GET /api/v1/blocks'],
      ['GET /api/v1/account/export'],
      ['DELETE /api/v1/account'],
      ['POST /api/v1/offers', offer],
      ['POST /api/v1/blocks', { userId: cem.id }],
      ['POST /api/v1/photos/upload-url', { fileName: 'a.jpg', fileType: 'image/jpeg' }],
      ['GET /auth/v1/user'],
    ] as const;
    for (const [what, body] of everywhere)
      expect([what, (await ask(S, what, body, ann.token)).status]).toEqual([
        what,
        what.includes('/auth/') ? 403 : 401,
      ]);

    // at home, people of the other university do not exist
    for (const [host, { token }] of [
      [N, ben],
      [S, cem],
    ] as const)
      await ask(host, 'GET /api/v1/matches', undefined, token);
    const seen = (await ask(N, 'GET /api/v1/matches', undefined, ann.token)).body.items.map(
      (m: any) => m.userId,
    );
    expect(seen).toEqual([ben.id]);
    expect((await ask(N, 'POST /api/v1/offers', offer, ann.token)).status).toBe(403);
    // as about an id that nobody has
    const block = (userId: string) => ask(N, 'POST /api/v1/blocks', { userId }, ann.token);
    const [ofCem, ofNobody] = [await block(cem.id), await block('00000000-0000-4000-8000-000000000000')];
    expect([ofCem.status, ofCem.body.name]).toEqual([ofNobody.status, ofNobody.body.name]);
    expect(await dbOfSouth!.db!.collection('blocks').countDocuments()).toBe(0);
    const { uploadUrl } = (
      await ask(N, 'POST /api/v1/photos/upload-url', { fileName: 'a.jpg', fileType: 'image/jpeg' }, ann.token)
    ).body;
    expect((await ask(S, `PUT ${uploadUrl}`, {})).status).toBe(403);

    // what is written stays in the own database; erasing there leaves the other alone
    expect(await dbOfNorth!.db!.collection('profiles').countDocuments()).toBe(2);
    expect(await dbOfSouth!.db!.collection('profiles').countDocuments()).toBe(1);
    expect((await ask(N, 'DELETE /api/v1/account', undefined, ann.token)).status).toBe(204);
    expect(await dbOfNorth!.db!.collection('profiles').countDocuments()).toBe(1);
    expect(await dbOfSouth!.db!.collection('profiles').countDocuments()).toBe(1);
    expect((await ask(S, 'GET /api/v1/profile', undefined, cem.token)).status).toBe(200);
  });

  it('a token signed with the key of one - and the other secret - means nothing to the other', async () => {
    await using campuses = await startCampuses();
    const secrets = campuses.served.apps.map(({ deps }) => deps.secret.toString('hex'));
    expect(new Set([...secrets, campuses.root.secret.toString('hex')]).size).toBe(3);
    const kids = await Promise.all(
      [N, S].map(
        async (host) => (await campuses.ask(host, 'GET /auth/v1/.well-known/jwks.json')).body.keys[0].kid,
      ),
    );
    expect(kids[0]).not.toBe(kids[1]);
  });

  it('a query without a university - is refused, whatever it is', async () => {
    await using campuses = await startCampuses();
    const { root, served } = campuses;
    const Things = root.db.model(
      'Thing',
      new Schema({ name: String }, { autoCreate: false, autoIndex: false }),
    );
    const tries = [
      () => Things.find(),
      () => Things.findOne(),
      () => Things.countDocuments(),
      () => Things.distinct('name'),
      () => Things.updateMany({}, { name: 'x' }),
      () => Things.findOneAndUpdate({}, { name: 'x' }),
      () => Things.deleteMany({}),
      () => Things.create({ name: 'x' }),
      () => Things.insertMany([{ name: 'x' }]),
      () => Things.bulkWrite([{ insertOne: { document: { name: 'x' } } }]),
      () => Things.aggregate([{ $match: {} }]),
    ];
    for (const attempt of tries)
      await expect((async () => attempt())()).rejects.toThrow('no query without a university');
    const north = depsOf(served.apps[0]!.tenant, root).db;
    expect(await north.model('Thing', new Schema({ name: String })).find()).toEqual([]);
  });
});
