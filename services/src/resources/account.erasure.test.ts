import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fixedClock, waitForJobs } from '@flint/services';
import { startTestServer, type TestServer } from '@flint/testing';
import { filesIn } from '@flint/testing/files';
import sharp from 'sharp';
import { mailer } from '../infra/mailer';
import { decideByCommand } from './safety/testing/decide';
import { enrol } from './offers/testing/campus';

const NAME = 'Zebulon';
const EMAIL = 'zeb.planted@campus.edu';
const clock = fixedClock('2027-03-02T12:00:00Z');
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();

/** One trace of the student in every place where a student can leave one. */
const PLANTED = {
  'mail address': EMAIL,
  'part before the @': 'zeb.planted',
  name: NAME,
  'date of birth': '2003-09-23',
  'own pronouns': 'xeplant/xemplant',
  'own religion': 'Plantafarian',
  'own program': 'Plantology',
  'own year': 'Year of the plant',
  'hobby ids': '["board_games","coding_making"]',
  'time zone': 'Pacific/Marquesas',
  'offer message': 'Message planted by me',
  reply: 'Reply planted by me',
  'report text': 'Report planted by me',
  'appeal text': 'Appeal planted by me',
  'hidden contact': 'planted.ex@campus.edu',
  'user agent': 'PlantedBrowser/7.7',
  'network address': '203.0.113.77',
  'photo file name': 'planted-selfie.jpg',
  'photo metadata': 'PlantedCamera',
  'idempotency key': 'planted-key-0001',
  'sign-in metadata': 'planted-metadata',
} as const;

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
}

const HEADERS = {
  'user-agent': PLANTED['user agent'],
  'x-forwarded-for': PLANTED['network address'],
};

async function post(url: string, body: unknown): Promise<{ status: number; body: any }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...HEADERS },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

async function signInForReal(server: TestServer): Promise<Session> {
  await post(`${server.url}/auth/v1/otp`, {
    email: EMAIL,
    create_user: true,
    data: { note: PLANTED['sign-in metadata'] },
  });
  await waitForJobs(server.deps);
  await mailer(server.deps).settled();
  const box = (await (await fetch(`${server.url}/outbox.json?to=${EMAIL}`)).json()) as {
    items: { subject: string }[];
  };
  const token = /\d{6}/.exec(box.items[0]!.subject)![0];
  const { body } = await post(`${server.url}/auth/v1/verify`, { email: EMAIL, token, type: 'email' });
  return body as Session;
}

async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({ create: { width: 120, height: 160, channels: 3, background: '#a63' } })
    .withExif({ IFD0: { Make: PLANTED['photo metadata'] } })
    .jpeg()
    .toBuffer();
  return new Uint8Array(bytes);
}

/** All data: each document of each collection, each file with its name, each logged line. */
async function everything({ deps: { db, dataDir }, logged }: TestServer): Promise<Record<string, string>> {
  const collections = await db.db!.listCollections().toArray();
  const parts = await Promise.all(
    collections.map(async ({ name }) => [
      `collection ${name}`,
      JSON.stringify(await db.db!.collection(name).find().toArray()),
    ]),
  );
  const texts = await Promise.all(
    (await filesIn(dataDir)).map(async (file) => {
      const name = path.basename(file);
      return [`file ${name}`, `${name} ${await readFile(file, 'latin1')}`];
    }),
  );
  return { ...Object.fromEntries([...parts, ...texts]), log: logged() };
}

async function hits(server: TestServer, values: Readonly<Record<string, string>>): Promise<string[]> {
  const places = Object.entries(await everything(server));
  return Object.entries(values).flatMap(([what, value]) =>
    places.filter(([, text]) => text.includes(value)).map(([place]) => `${what} in ${place}`),
  );
}

describe('a deleted account', () => {
  it('that left 20 values in every possible way - leaves none of them in any collection, file or log, within 60 s, and its tokens are refused', async () => {
    await using server = await startTestServer({ clock, env: { TRUSTED_PROXIES: '1' } });
    const { access_token: token, refresh_token: refresh, user } = await signInForReal(server);
    const values = {
      ...PLANTED,
      'account id': user.id,
      'access token': token.split('.')[2]!,
      'refresh token': refresh,
    };
    const call = async (at: string, body?: unknown, more: Record<string, string> = {}) => {
      const [method = 'GET', to = ''] = at.split(' ');
      const response = await fetch(`${server.url}/api/v1${to}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...HEADERS,
          ...more,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    };

    const [ben, cem, dan] = [
      await enrol(server, { name: 'Ben', gender: 'man' }),
      await enrol(server, { name: 'Cem', gender: 'man' }),
      await enrol(server, { name: 'Dan', gender: 'man' }),
    ];
    const answers = {
      bundle_intro: { display_name: NAME, date_of_birth: PLANTED['date of birth'] },
      pronouns: { value: 'other', other: PLANTED['own pronouns'] },
      religion: { value: 'other', other: PLANTED['own religion'] },
      major_program: { value: 'other', other: PLANTED['own program'] },
      academic_info: { value: 'other', other: PLANTED['own year'] },
      hobbies_interests: ['board_games', 'coding_making', 'comedy'],
      gender_identity: 'woman',
      seeking_genders: { values: ['men'] },
    };
    expect((await call('PATCH /profile', { answers })).status).toBe(200);
    const week = {
      utcSlots: [{ dayOfWeek: 1, startHour: 14, endHour: 17 }],
      timezone: PLANTED['time zone'],
      lastUpdated: clock.now().toISOString(),
    };
    expect((await call('POST /availability', week)).status).toBe(200);
    const { uploadUrl, url } = (
      await call('POST /photos/upload-url', { fileName: PLANTED['photo file name'], fileType: 'image/jpeg' })
    ).body;
    await fetch(server.url + uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', ...HEADERS },
      body: await photo(),
    });
    const shown = (await call('POST /photos', { photos: [{ url }] })).body.items[0].displayUrl as string;
    expect((await fetch(server.url + shown)).status).toBe(200);

    // the others' lists name this student for the day
    await call('GET /matches');
    expect(JSON.stringify((await ben.call('GET /matches')).body)).toContain(NAME);
    const offering = { proposedDate: inHours(30), location: 'Library café', activity: 'Coffee' };
    const sent = await call(
      'POST /offers',
      { ...offering, toUserId: ben.id, message: PLANTED['offer message'] },
      { 'idempotency-key': PLANTED['idempotency key'] },
    );
    expect(sent.status).toBe(201);
    const theirs = await cem.call(
      'POST /offers',
      { ...offering, proposedDate: inHours(60), toUserId: user.id },
      { 'idempotency-key': 'key-of-cem-0001' },
    );
    const accepted = await call(`POST /offers/${theirs.body.id}/respond`, {
      offerId: theirs.body.id,
      action: 'accept',
      message: PLANTED.reply,
    });
    expect(accepted.status).toBe(200);
    expect((await call(`POST /offers/${theirs.body.id}/share`)).status).toBe(201);
    const line = await call(`PUT /offers/${theirs.body.id}/date/line`, { line: 'Rust scarf' });
    expect(line.status).toBe(200);
    await call('POST /safety/hidden-contacts', { emails: [PLANTED['hidden contact']] });
    await call('PUT /offers/mail', { wanted: false });
    const made = await call('POST /safety/reports', {
      userId: dan.id,
      reason: 'scam',
      description: PLANTED['report text'],
    });
    expect(made.status).toBe(201);
    const eve = await enrol(server, { name: 'Eve', gender: 'man' });
    const about = await eve.call('POST /safety/reports', {
      userId: user.id,
      reason: 'scam',
      description: 'She asked for money',
    });
    await decideByCommand(server.deps, about.body.id, 'upheld', {
      by: 'kim',
      reason: 'No money, please',
    });
    expect(
      (await call(`POST /safety/notices/${about.body.id}/appeal`, { text: PLANTED['appeal text'] })).status,
    ).toBe(200);
    await waitForJobs(server.deps);
    await mailer(server.deps).settled();
    expect(new Set((await hits(server, values)).map((hit) => hit.split(' in ')[0])).size).toBeGreaterThan(5);

    expect((await call('DELETE /account')).status).toBe(204);
    expect(await hits(server, values)).toEqual([]);

    expect((await call('GET /profile')).status).toBe(401);
    const refreshed = await post(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      refresh_token: refresh,
    });
    expect(refreshed.status).toBe(400);
    expect((await fetch(server.url + shown)).status).toBe(404);
    expect(JSON.stringify((await ben.call('GET /matches')).body)).not.toContain(NAME);
    expect((await ben.call('GET /offers')).body.items[0].fromUser).toEqual({
      id: null,
      name: 'deleted student',
      age: null,
    });
    // the hash of an id also identifies the student
    const sha = createHash('sha256').update(user.id).digest('hex');
    expect(await hits(server, { 'hashed id': sha })).toEqual([]);

    // safety recognizes a student who returns under the address; nothing else does
    const again = await signInForReal(server);
    const back = await fetch(`${server.url}/api/v1/profile`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${again.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ answers }),
    });
    expect(back.status).toBe(200);
    const seen = (who: typeof dan) => who.call('GET /matches').then(({ body }) => JSON.stringify(body));
    expect(await seen(dan)).not.toContain(again.user.id);
    expect(await seen(eve)).not.toContain(again.user.id);
    const standing = await fetch(`${server.url}/api/v1/safety/standing`, {
      headers: { authorization: `Bearer ${again.access_token}` },
    });
    expect(await standing.json()).toMatchObject({ notices: [{ measure: 'warning' }] });
  });
});
