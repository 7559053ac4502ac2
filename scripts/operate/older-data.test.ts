import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { freePort } from '@flint/testing/free-port';
import { connectMongo } from '@flint/services';
import { startApi } from '../compose/api';
import { operate } from './operate';
import { PATIENT, send, signIn } from './testing/sign-in';

const FOLDER = path.join(__dirname, 'testing/older');

interface About {
  readonly database: string;
  readonly secret: string;
  readonly offerId: string;
  readonly ids: Readonly<Record<'Ann' | 'Ben' | 'Cid' | 'Dan' | 'Eve', string>>;
}

/** A copy of a data folder that an older version wrote, with the settings to run on it. */
async function older(commit: string) {
  const from = path.join(FOLDER, commit);
  const about = JSON.parse(await readFile(path.join(from, 'about.json'), 'utf8')) as About;
  const dir = await mkdtemp(path.join(tmpdir(), 'flint-older-'));
  const folder = path.join(dir, 'db');
  await mkdir(folder);
  await writeFile(path.join(folder, 'data.log'), gunzipSync(await readFile(path.join(from, 'data.log.gz'))));
  await cp(path.join(from, 'data.log.size'), path.join(folder, 'data.log.size'));
  const server = await startEmbeddedMongo({ dataDir: folder });
  const source = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dir,
    MONGODB_URI: server.uriFor(about.database),
    FLINT_SECRET: `base64:${about.secret}`,
    PORT: String(await freePort()),
    IP_LIMIT_FACTOR: '1000',
  };
  return {
    ...about,
    source,
    uriFor: (name: string) => server.uriFor(name),
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Checks through the API that everything that these students did is there. */
async function expectEverything({ ids, offerId }: About, source: Record<string, string>): Promise<void> {
  const api = await startApi(source, PATIENT);
  const db = await connectMongo(source.MONGODB_URI!);
  const emailOf = async (id: string) =>
    (await db.collection<{ _id: string; email: string }>('profiles').findOne({ _id: id }))?.email ?? null;
  const [ann, eve] = [await emailOf(ids.Ann), await emailOf(ids.Eve)];
  expect(eve).toBeNull();
  const names = (await db.listCollections()).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('restoring.'))).toEqual([]);
  // the fixtures were made without the sign-in service, so Ann needs a row in its collection
  const made = new Date();
  await db.collection<{ _id: string; [field: string]: unknown }>('auth_users').insertOne({
    _id: ids.Ann,
    email: ann,
    identityId: ids.Ann,
    appMetadata: {},
    userMetadata: {},
    confirmedAt: made,
    lastSignInAt: made,
    bannedUntil: null,
    createdAt: made,
    updatedAt: made,
  });
  await db.close();
  try {
    const { body } = await signIn(api.url, ann!);
    const read = async (at: string) =>
      (await send(api.url, `GET /api/v1/${at}`, { token: body.access_token })).body;
    expect(body.user.id).toBe(ids.Ann);
    expect((await read('profile')).answers.bundle_intro.display_name).toBe('Ann');
    expect((await read('offers')).items).toContainEqual(expect.objectContaining({ id: offerId }));
    expect((await read('blocks')).items).toMatchObject([{ userId: ids.Dan }]);
    expect((await read('safety/hidden-contacts')).count).toBe(1);
    expect((await read('availability')).utcSlots).toHaveLength(1);
    const { data } = await read('account/export');
    expect(data.safety.reports).toMatchObject([{ description: 'What\u2028happened' }]);
    expect(data.matches.notForMe).toBe(true);
  } finally {
    await api.close();
  }
}

describe('data of an older version', () => {
  it.each(['8c73069', '9f727bb'])(
    'a data folder of %s - starts with this version, with everything',
    async (commit) => {
      await using data = await older(commit);
      const { exitCode } = { exitCode: await operate(['migrate'], data.source, () => undefined) };
      expect(exitCode).toBe(0);
      await expectEverything(data, data.source);
    },
  );

  it('a backup of 9f727bb, which Node 24 could not read - is restored, also by the start after a crash in the middle of the swap', async () => {
    await using data = await older('9f727bb');
    const source = { ...data.source, MONGODB_URI: data.uriFor('restored') };
    const db = await connectMongo(source.MONGODB_URI);
    // emptied after the swap, in vain
    await db.collection('extra').insertOne({ of: 'old' });
    await db.db!.admin().command({
      configureFailPoint: 'failCommand',
      mode: { times: 1 },
      data: { failCommands: ['delete'], errorCode: 14_031 },
    });
    await db.close();
    const backup = path.join(FOLDER, '9f727bb/backup');
    const crashed = operate(['restore', backup, '--replace', '--any-age'], source, () => undefined);
    await expect(crashed).rejects.toThrow('Failing command');
    await expectEverything(data, source);
  });
});
