import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnv } from '@flint/services';
import { freePort } from '@flint/testing/free-port';
import { startApi } from '../compose/api';
import { openDatabase } from '../compose/database';
import { operate } from './operate';
import { writeOldestData } from './testing/oldest-data';
import { PATIENT, send, signIn } from './testing/sign-in';

let dir: string;
let source: Record<string, string>;
let left: Awaited<ReturnType<typeof writeOldestData>>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'flint-oldest-'));
  source = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dir,
    PORT: String(await freePort()),
    IP_LIMIT_FACTOR: '1000',
  };
  const database = await openDatabase(readEnv(source));
  left = await writeOldestData(database.connection);
  await database.close();
  for (const size of ['large', 'thumbnail'])
    for (const type of ['jpg', 'webp']) {
      const file = path.join(dir, 'photos', left.key, `${size}.${type}`);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, 'picture');
    }
});

async function run(...args: string[]) {
  const lines: string[] = [];
  const exitCode = await operate(args, source, (line) => lines.push(line));
  return { exitCode, lines };
}

/** The tokens of signed-in students, valid for all starts on this folder. */
const tokens = new Map<string, string>();

const READS = [
  'profile',
  'availability',
  'photos',
  'offers',
  'offers/mail',
  'matches',
  'blocks',
  'safety/standing',
  'safety/hidden-contacts',
  'account/sessions',
  'account/export',
];

const MIGRATIONS = [
  '2026-11-21-drop-match-filters',
  '2026-11-22-matching-in-rounds',
  '2026-11-22-unverified-accounts',
  '2026-11-22-whole-agreements',
  '2026-11-24-date-books',
  '2026-11-24-drop-data-key-holders',
  '2026-11-24-pairs-kept-apart',
  '2026-11-24-rate-counts',
  '2026-11-25-jobs',
  '2026-11-26-encrypted-answers',
  '2026-11-26-unnamed-reports',
  '2026-11-26-waiting-alerts',
  '2026-11-27-pairs-that-met',
  '2026-11-28-jobs-by-offer',
];

describe('a data folder of the first version', () => {
  it('migrated - has all indexes', async () => {
    expect(await run('migrate')).toEqual({
      exitCode: 0,
      lines: [...MIGRATIONS.map((name) => `applied ${name}`), 'indexes are built'],
    });
    expect(await run('migrate', 'status')).toEqual({ exitCode: 0, lines: ['nothing is missing'] });
  });

  describe('started', () => {
    let api: Awaited<ReturnType<typeof startApi>>;
    const get = async (at: string, token: string) => send(api.url, `GET /api/v1/${at}`, { token });
    beforeAll(async () => void (api = await startApi(source, PATIENT)));
    afterAll(() => api.close());

    it('- lets every student sign in to their data, however their address was spelled', async () => {
      const { ann, dan, eve, cy } = left.people;
      for (const [{ _id, email }, mailbox] of [
        [ann, 'ann@campus.edu'],
        [dan, 'dan@campus.edu'],
        [eve, 'eve@campus.edu'],
        [cy, 'cy@campus.edu'],
      ] as const) {
        const { status, body } = await signIn(api.url, mailbox);
        expect([email, status, body.user?.id, body.user?.email]).toEqual([email, 200, _id, mailbox]);
        tokens.set(mailbox, body.access_token);
        for (const at of READS) {
          // only one of them has saved a week
          const none = at === 'availability' && _id !== ann._id;
          const { status: answered } = await get(at, body.access_token);
          expect([email, at, answered]).toEqual([email, at, none ? 404 : 200]);
        }
        expect((await get('profile', body.access_token)).body).toMatchObject({
          email: mailbox,
          answers: { bundle_intro: { display_name: `Name ${email.slice(0, 3)}` } },
        });
      }
    });

    it('of a mailbox with a banned account - refuses the mailbox', async () => {
      const { status, body } = await signIn(api.url, 'bo@campus.edu');
      expect([status, body.error_code]).toEqual([403, 'user_banned']);
    });

    it('with an agreed date, a block and reports - assigns them to the remaining accounts', async () => {
      const { dan, cy } = left.people;
      const token = tokens.get('dan@campus.edu')!;
      const { items } = (await get('offers', token)).body;
      expect(items).toMatchObject([{ id: left.offerId, status: 'accepted', toUserId: dan._id }]);
      expect((await get('blocks', token)).body.items).toMatchObject([{ userId: cy._id }]);
      expect((await get('account/export', token)).body.data.safety.reports).toHaveLength(2);
    });

    it('with a photo that its owner removes from the album - no longer shows it', async () => {
      const token = tokens.get('ann@campus.edu')!;
      const [photo] = (await get('photos', token)).body.items;
      const shown = async () => (await send(api.url, `GET ${photo.displayUrl}`, {})).status;
      expect(await shown()).toBe(200);
      const body = { photos: [] };
      expect((await send(api.url, 'POST /api/v1/photos', { token, body })).status).toBe(200);
      expect(await shown()).toBe(404);
    });
  });

  it('stopped - has one account for each mailbox, and reports about these only', async () => {
    const database = await openDatabase(readEnv(source));
    const about = await database.connection.collection('safety_reports').distinct('reportedId');
    const [users, profiles] = await Promise.all(
      ['auth_users', 'profiles'].map((name) => database.connection.collection(name).distinct('email')),
    );
    await database.close();
    const mailboxes = ['ann', 'bo', 'cy', 'dan', 'eve'].map((name) => `${name}@campus.edu`);
    expect([users!.toSorted(), profiles!.toSorted()]).toEqual([mailboxes, mailboxes]);
    expect(about.toSorted()).toEqual([left.people.bo._id, left.people.cy._id].toSorted());
  });

  it('migrated down to the first version and up again - loses no account', async () => {
    for (const name of MIGRATIONS.toReversed())
      expect((await run('migrate', 'down')).lines).toEqual([`took back ${name}`]);
    expect((await run('migrate', 'down')).lines).toEqual(['nothing to take back']);
    const database = await openDatabase(readEnv(source));
    const names = (await database.connection.listCollections()).map(({ name }) => name);
    await database.close();
    expect(names).toEqual(expect.arrayContaining(['match_days', 'match_filters']));
    expect(names).not.toContain('match_rounds');
    expect((await run('migrate')).exitCode).toBe(0);
    const api = await startApi(source, PATIENT);
    for (const [mailbox, token] of tokens) {
      const { status, body } = await send(api.url, 'GET /api/v1/profile', { token });
      expect([status, body.email]).toEqual([200, mailbox]);
    }
    expect(tokens.size).toBe(4);
    await api.close();
  });
});
