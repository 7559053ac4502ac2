import { READS, WRITES } from '../../src/http/rate-limit';
import { jpeg } from '../../src/resources/photos/testing/uploads';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { asStudent, jsonAs, send } from './api';

let stage: Stage;
beforeAll(async () => void (stage = await startStage()));
afterAll(() => stage[Symbol.asyncDispose]());

const PROFILE = { answers: { bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' } } };
let entered = 0;

/** A new student with a photo and a calendar, who has read nothing yet. */
async function enter() {
  const { access_token: token } = await stage.signIn(`door${(entered += 1)}@campus.edu`);
  const { url } = stage.server;
  const write = async (call: string, body: object) => {
    const [method = '', at = ''] = call.split(' ');
    return JSON.parse((await send(url, method, `/api/v1${at}`, jsonAs({ token }, body))).text);
  };
  await write('PATCH /profile', PROFILE);
  const issued = await write('POST /photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg' });
  const headers = { 'content-type': 'image/jpeg' };
  await send(url, 'PUT', issued.uploadUrl, { headers, body: new Uint8Array(await jpeg(120, 160)) });
  const { items } = await write('POST /photos', { photos: [{ url: issued.url }] });
  const picture: string = items[0].displayUrl;
  const calendar = new URL((await write('POST /calendar-feed', {})).url).pathname;
  return { token, picture, calendar };
}
type Student = Awaited<ReturnType<typeof enter>>;

const get = (at: string, init?: RequestInit) => send(stage.server.url, 'GET', at, init);
/** Opens the stream of events and leaves. */
async function listen(who: Student) {
  const leave = new AbortController();
  const init = { headers: asStudent(who), signal: leave.signal };
  const { status } = await fetch(`${stage.server.url}/api/v1/offers/events`, init);
  leave.abort();
  return { status };
}

const DOORS: readonly [string, (who: Student) => Promise<{ readonly status: number }>][] = [
  ['the stream of events', listen],
  ['reading the account', ({ token }) => stage.userOf(token)],
  ['changing the account', (who) => stage.auth('PUT /user', { data: { a: 1 } }, asStudent(who))],
  ['the calendar', ({ calendar }) => get(calendar)],
  ['a picture', ({ picture }) => get(picture)],
];

it.each(DOORS)(
  '%s, asked by one student beyond the limit - is refused - and a forged address or another student is not counted with it',
  async (_door, ask) => {
    const [ann, ben] = [await enter(), await enter()];
    const limits = [jest.replaceProperty(READS, 'max', 2), jest.replaceProperty(WRITES, 'max', 2)];
    const forged = ann.picture.replace(/signature=[^&]+/, 'signature=x');
    const ofBen = ann.picture.replace(/viewer=[^&]+/, ben.picture.match(/viewer=[^&]+/)![0]);
    for (const at of [forged, forged, forged, ofBen, ofBen, ofBen]) expect((await get(at)).status).toBe(404);
    const statuses = [];
    for (let nth = 0; nth < 3; nth++) statuses.push((await ask(ann)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask(ben)).status).toBe(200);
    for (const limit of limits) limit.restore();
  },
);
