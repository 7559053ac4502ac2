import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { useTestServer } from '@flint/testing';
import { filesIn } from '@flint/testing/files';
import { pair } from '../../src/resources/offers/testing/campus';
import { caller, codeFor, wrongFor } from '../../src/resources/sign-in/testing/stage';
import { startTwin } from '../../src/resources/sign-in/testing/twin';
import pino from 'pino';
import { asStudent, dumpOf, send, startCampus, type Campus, type Reply } from './api';

const ROOT = path.resolve(__dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const reached = useTestServer({
  env: { PUBLIC_URL: 'https://flint.campus.edu', SAFETY_EMAIL: 'safety@flint.test' },
});
let campus: Campus;
beforeAll(async () => void (campus = await startCampus()));
afterAll(() => campus.server[Symbol.asyncDispose]());

const KEY = { 'idempotency-key': 'kept-answer-1' };
const MESSAGE = 'meet me under the old oak';

describe('two students, an unexpected error, and one who leaves', () => {
  let failed: Reply;
  let kept: number[];
  beforeAll(async () => {
    const { server, ann, ben, offerId } = campus;
    const { db } = server.deps;
    const accept = { offerId, action: 'accept', message: MESSAGE };
    await ben.call(`POST /offers/${offerId}/respond`, accept, KEY);
    await ann.call('POST /photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg' }, KEY);
    await ann.call('PATCH /profile', { answers: { bundle_intro: { display_name: 'Annabella' } } });
    await ann.call('PATCH /profile', { answers: { bundle_intro: { display_name: 7 } } });
    await ann.call('POST /availability', '{"broken');
    await server.call('GET /profile', undefined, { authorization: `Bearer ${ann.token}x` });
    const model = Object.values(db.models).find(({ collection }) => collection.name === 'profiles')!;
    const broken = jest.spyOn(model, 'findById').mockImplementation(() => {
      const error = new Error(`secret inside, of ${ann.email} ${ann.token}`);
      throw Object.assign(error, { keyValue: { email: ann.email } });
    });
    failed = await send(server.url, 'GET', '/api/v1/profile', { headers: asStudent(ann) });
    broken.mockRestore();
    const count = () => db.collection('idempotency_keys').countDocuments();
    kept = [await count()];
    await ann.call('DELETE /account');
    kept.push(await count());
  });

  it('a day of two students at the most verbose level - names nobody and quotes no text', () => {
    const { server, ann, ben } = campus;
    const log = server.logged();
    for (const part of ['unforeseen error', 'secret inside']) expect(log).toContain(part);
    for (const secret of [ann.email, ben.email, ann.token, ben.token, MESSAGE, 'Annabella', 'Library café'])
      expect(log).not.toContain(secret);
  });

  it('an unexpected error - reveals nothing to the client but its id', () => {
    expect(failed.status).toBe(500);
    const told = ['code', 'detail', 'requestId', 'status', 'title', 'type'];
    expect(Object.keys(JSON.parse(failed.text)).sort()).toEqual(told);
    expect(failed.text).not.toContain('secret inside');
  });

  it('an erased account - leaves no stored response behind, its own or one with its card', () =>
    expect(kept).toEqual([2, 0]));
});

describe('transport and rest', () => {
  it('an API that browsers reach by https - sends HSTS, also in a refusal', async () => {
    const sent = async (url: string) => (await fetch(url)).headers.get('strict-transport-security');
    for (const at of ['/api/v1/config', '/api/v1/profile', '/auth/v1/user', '/nowhere'])
      expect([at, await sent(reached.url + at)]).toEqual([at, 'max-age=31536000']);
    expect(await sent(`${campus.server.url}/api/v1/config`)).toBeNull();
  });

  it('the security contact - is where RFC 9116 specifies', async () => {
    const answer = await fetch(`${reached.url}/.well-known/security.txt`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const [contact, expires = '', languages, canonical] = (await answer.text()).split('\n');
    expect([contact, languages, canonical]).toEqual([
      'Contact: mailto:safety@flint.test',
      'Preferred-Languages: en, fr',
      'Canonical: https://flint.campus.edu/.well-known/security.txt',
    ]);
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
    expect((await fetch(`${campus.server.url}/.well-known/security.txt`)).status).toBe(404);
  });

  it('the proxy in front of the page - sends it too', () =>
    expect(textOf('deploy/Caddyfile')).toContain('header Strict-Transport-Security max-age=31536000'));

  it('installing - runs no script of any package', () => {
    expect(textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    // the image is built with the same settings
    expect(textOf('deploy/Dockerfile')).toMatch(/^COPY \. \.$/m);
    expect(textOf('.dockerignore')).not.toMatch(/npmrc|^\.\*$/m);
  });

  it('the journal of protective acts - is readable by its owner alone', async () => {
    const ann = await campus.server.signIn();
    await ann.call('DELETE /account');
    const files = await filesIn(path.join(campus.server.deps.dataDir, 'journal'));
    expect(files).not.toEqual([]);
    for (const file of files) expect((await stat(file)).mode & 0o077).toBe(0);
  });
});

/** unfit-text.test.ts has every disguise; these need what a place does to a text before it looks. */
const CONTACT = ['in\u200bsta: annsmith', 'іnstа: annsmith', '٦١٣ ٥٥٥ ٠١٩٩'];
const UNSEEN = ['\u200b', '\u3164', '\ufeff\u00ad'];
/** Forty characters that stand for 18 letters each. */
const TOO_LONG = '\ufdfa'.repeat(40);

it('disguised contact data, and names or places that nobody sees - in every text that another student reads - are refused, and nothing is stored', async () => {
  const { server } = campus;
  const [ann, ben] = await pair(server);
  const offerOf = (changes: object) => ann.invite(ben, { message: 'Hello', ...changes });
  const { id } = (await offerOf({})).body;
  const name = (display_name: string) => ({ bundle_intro: { display_name, date_of_birth: '2005-01-15' } });
  const gender = (other: string) => ({ gender_identity: { value: 'other', other } });
  const reschedule = (changes: object) => {
    const proposal = { proposedDate: server.inHours(96), location: 'Library', activity: 'Coffee' };
    return ben.respond(id, 'reschedule', { rescheduleData: { ...proposal, ...changes } });
  };
  type Write = (text: string) => Promise<{ status: number; body: any }>;
  /** With the field that a refusal names. */
  const shown: Record<string, [pointer: string, Write]> = {
    'a name': [
      '/answers/bundle_intro/display_name',
      (text) => ann.call('PATCH /profile', { answers: name(text) }),
    ],
    'an own word for a gender': [
      '/answers/gender_identity/other',
      (text) => ann.call('PATCH /profile', { answers: gender(text) }),
    ],
    'the place of an offer': ['/location', (location) => offerOf({ location })],
    'the activity of an offer': ['/activity', (activity) => offerOf({ activity })],
    'the place of another proposal': ['/rescheduleData/location', (location) => reschedule({ location })],
    'the activity of another proposal': ['/rescheduleData/activity', (activity) => reschedule({ activity })],
  };
  const mayBeEmpty: typeof shown = {
    'the message of an offer': ['/message', (message) => offerOf({ message })],
    'the message of an answer': ['/message', (message) => ben.respond(id, 'decline', { message })],
  };
  const before = await dumpOf(server);
  for (const [where, [pointer, write]] of Object.entries({ ...shown, ...mayBeEmpty })) {
    for (const text of [...CONTACT, ...(where in shown ? UNSEEN : [])]) {
      const { status, body } = await write(text);
      const named = body.errors.map((each: { pointer: string }) => each.pointer);
      expect([where, text, status, named]).toEqual([where, text, 422, [pointer]]);
    }
    expect([where, [400, 422].includes((await write(TOO_LONG)).status)]).toEqual([where, true]);
  }
  expect(await dumpOf(server)).toBe(before);
});

it('characters that nobody sees - in a text of an offer or an answer - are not stored', async () => {
  const { server } = campus;
  const [ann, ben] = await pair(server);
  const hidden = (text: string) => `\u200b ${text[0]}\u00ad${text.slice(1)}\ufeff`;
  const words = { location: hidden('Library'), activity: hidden('Coffee') };
  const offer = (await ann.invite(ben, { ...words, message: hidden('Hello') })).body;
  expect(offer).toMatchObject({ location: 'Library', activity: 'Coffee', message: 'Hello' });
  const proposal = { proposedDate: server.inHours(96), location: hidden('Lake'), activity: hidden('Walk') };
  const later = { message: hidden('Later'), rescheduleData: proposal };
  const { counterOffer } = (await ben.respond(offer.id, 'reschedule', later)).body;
  const accepted = (await ann.respond(counterOffer, 'accept', { message: hidden('Gladly') })).body;
  expect(accepted).toMatchObject({ location: 'Lake', activity: 'Walk', message: 'Later', reply: 'Gladly' });
});

describe('logs and database after a run', () => {
  it('contain no code and no token; the logs contain no address', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const log = pino({ level: 'trace' }, sink);
    await using twin = await startTwin({ ...campus.server.deps, log });
    const auth = caller(twin.url);
    const email = 'ann@campus.edu';
    const secrets: string[] = [];
    await auth('POST /otp', { email });
    const code = await codeFor(twin, email);
    await auth('POST /verify', { email, token: wrongFor(code), type: 'email' });
    const { body } = await auth('POST /verify', { email, token: code, type: 'email' });
    const { body: later } = await auth('POST /token?grant_type=refresh_token', {
      refresh_token: body.refresh_token,
    });
    await auth('GET /user', undefined, { authorization: `Bearer ${later.access_token}x` });
    await auth('POST /logout?scope=x', undefined, { authorization: `Bearer ${later.access_token}` });
    for (const answer of [body, later]) secrets.push(answer.access_token, answer.refresh_token);
    secrets.push(code);
    campus.clock.advanceSeconds(60);
    await auth('POST /otp', { email });
    secrets.push(await codeFor(twin, email));
    const model = twin.deps.db.models.AuthSession as unknown as { findById: unknown };
    model.findById = () => {
      throw new Error('broken on purpose');
    };
    await auth('POST /token?grant_type=refresh_token', { refresh_token: secrets[1] });

    const logged = lines.join('');
    expect(logged).toContain('broken on purpose');
    const dump = await campus.server.stored();
    expect(dump).toContain(email);
    for (const secret of secrets) {
      const found = new RegExp(`(?<![\\w-])${secret}(?![\\w-])`);
      expect(logged).not.toMatch(found);
      expect(dump).not.toMatch(found);
    }
    expect(logged).not.toContain(email);
  });
});
