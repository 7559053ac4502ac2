import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROUTES } from '@flint/contracts';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { startTestServer, useTestServer } from '@flint/testing';
import { filesIn } from '@flint/testing/files';
import Router from '@koa/router';
import type { Schema } from 'mongoose';
import { runDataKeys } from './data-keys-command';
import { createBinder } from './http/bind';
import { createIdempotency } from './http/idempotency';
import { connectMongo } from './infra/mongo';
import { contactsOf } from './resources/config';
import { RESOURCES } from './resources/index';
import { enrol } from './resources/offers/testing/campus';
import { profiles } from './resources/profile/profile.model';

const server = useTestServer({ env: { UNIVERSITY_NAME: 'North College', APP_NAME: '<Flint>' } });

describe('the API', () => {
  it('GET /config - without a session - returns the operator’s configuration', async () => {
    const answer = await server.call('GET /config');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ universityName: 'North College', supabaseUrl: null });
  });

  it('contacts in an emergency - can be called or opened, as the operator wrote them', () => {
    const [phone, page] = ['+1 (416) 978-2222', 'https://safety.campus.edu/'];
    expect(contactsOf(`Campus security | ${phone}; Walk home|${page}`)).toEqual([
      { name: 'Campus security', label: phone, url: 'tel:+14169782222' },
      { name: 'Walk home', label: page, url: page },
    ]);
  });

  it('an unknown path - answers 404 as a problem document with a request id', async () => {
    const answer = await server.call('GET /nowhere');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ code: 'not_found', status: 404, title: 'Not Found' });
    expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
  });

  it('every declared route - is bound by a resource - and nothing undeclared is', async () => {
    const { deps } = server;
    const verifier = { verify: async () => null };
    const binder = createBinder({
      router: new Router(),
      verifier,
      now: () => new Date(),
      idempotency: createIdempotency(deps),
    });
    for (const resource of RESOURCES) resource.routes?.(binder, deps);
    expect(binder.bound.map(({ name }) => name).sort()).toEqual(Object.keys(ROUTES).sort());
  });
});

describe('GET /docs/api', () => {
  it('every route - is on the page, under a policy without scripts or foreign content', async () => {
    const answer = await fetch(`${server.url}/docs/api`);
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    for (const name of Object.keys(ROUTES)) expect(html).toContain(`<section id="${name}"`);
    expect(html).not.toMatch(/<script|<Flint>| (?:src|href)="(?!\/)/);
    const style = await fetch(`${server.url}/docs/api/style.css`);
    expect(style.headers.get('content-type')).toContain('text/css');
  });
});

const ROOT = path.resolve(__dirname, '../..');
let register: ReadonlyMap<string, readonly string[]>;

/** The collections of docs/data.md with the fields in their tables; each row gives reason and retention. */
async function readRegister(): Promise<Map<string, string[]>> {
  const text = await readFile(path.join(ROOT, 'docs/data.md'), 'utf8');
  const parts = text.split(/^### `(\w+)`$/m);
  const found = new Map<string, string[]>();
  for (let i = 1; i < parts.length; i += 2) {
    const table = (parts[i + 1] ?? '').split(/^## /m)[0]!;
    const rows = [...table.matchAll(/^\| `([\w.]+)` \| [^|]*\w[^|]* \| [^|]*\w[^|]* \|$/gm)];
    found.set(
      parts[i]!,
      rows.map(([, field]) => field!),
    );
  }
  return found;
}

function pathsOf(schema: Schema, at = ''): string[] {
  return Object.entries(schema.paths).flatMap(([name, type]) => {
    const inner = (type as { schema?: Schema }).schema;
    return [at + name, ...(inner ? pathsOf(inner, `${at}${name}.`) : [])];
  });
}

const models = () =>
  Object.values(server.deps.db.models).map((model) => ({
    name: model.collection.collectionName,
    schema: model.schema as unknown as Schema,
  }));

beforeAll(async () => {
  // some models are created on first use
  await (await server.signIn()).call('GET /offers/mail');
  register = await readRegister();
});

describe('docs/data.md', () => {
  it('every collection of the source - is listed here', async () => {
    const folder = path.join(ROOT, 'services/src');
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
    const named = texts.flatMap((text) =>
      [...text.matchAll(/(?:\bcollection: |modelOf<\w+>\(\s*'\w+',\s*)'(\w+)'/g)].map(([, name]) => name),
    );
    expect(
      models()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...new Set(named)].sort());
  });

  it('every field of every collection - is listed with reason and retention, and no removed field is', () => {
    const stored = models().map(({ name, schema }) => [name, pathsOf(schema).sort()]);
    const written = [...register].map(([name, fields]) => [name, [...fields].sort()]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(stored));
  });
});

describe('expiry indexes', () => {
  it.each([
    ['auth_mailboxes', 'staleAt', 0],
    ['auth_sessions', 'refreshedAt', 60 * 86_400],
    ['auth_revocations', 'before', 8 * 86_400],
    ['safety_reports', 'expiresAt', 0],
    ['safety_standings', 'expiresAt', 0],
    ['safety_turns', 'until', 0],
    ['desk_sessions', 'expiresAt', 0],
    ['shared_dates', 'expiresAt', 0],
    ['offer_date_notes', 'expiresAt', 0],
    ['jobs', 'endsAt', 7 * 86_400],
    ['idempotency_keys', 'createdAt', 86_400],
    ['rate_counts', 'expire', 0],
    ['date_books', 'staleAt', 0],
  ])('%s - has an index that ends records by %s', async (collection, field, seconds) => {
    const indexes = await server.deps.db.collection(collection).indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { [field]: 1 }, expireAfterSeconds: seconds }),
    );
  });
});

const OWN_TEXT = 'Pastafarian-Planted-4418';
const answers = {
  bundle_intro: { display_name: 'Quillon Planted', date_of_birth: '2003-04-17' },
  religion: { value: 'other', other: OWN_TEXT },
  gender_identity: 'woman',
  seeking_genders: { values: ['women'] },
  substances: { drinking_preference: 'rarely' },
};
const PLAIN = [OWN_TEXT, 'Quillon', '2003-04-17', 'women', 'rarely', 'drinking_preference'];

const found = (text: string) => PLAIN.filter((value) => text.includes(value));

describe('answers at rest', () => {
  it('saved, matched and exported - are nowhere in plain text: in the database, or in the files of an embedded one', async () => {
    const ann = await enrol(server, { seeks: ['women'] });
    const other = await enrol(server, { name: 'Eve', seeks: ['women'] });
    expect((await ann.call('PATCH /profile', { answers })).status).toBe(200);
    const matches = (await ann.call('GET /matches')).body.items;
    expect(matches.map(({ userId }: { userId: string }) => userId)).toEqual([other.id]);
    expect(found(await server.stored())).toEqual([]);
    expect((await ann.call('GET /account/export')).body.data.profile.answers).toMatchObject(answers);
    expect((await ann.call('GET /profile')).body.answers).toMatchObject(answers);

    // the same documents, written to disk
    const folder = await mkdtemp(path.join(tmpdir(), 'flint-at-rest-'));
    const embedded = await startEmbeddedMongo({ dataDir: folder });
    const db = await connectMongo(embedded.uriFor('flint'));
    await profiles(db).collection.insertMany(await profiles(server.deps.db).collection.find().toArray());
    await db.close();
    await embedded.close();
    const files = await Promise.all((await filesIn(folder)).map((file) => readFile(file, 'latin1')));
    expect(files.join('')).toContain(ann.id);
    expect(found(files.join(''))).toEqual([]);
  });

  it('stored unsealed by an older version - are readable, and sealed by the rotation', async () => {
    await using server = await startTestServer({ renewMs: 50 });
    const ann = await server.signIn();
    await ann.call('PATCH /profile', {});
    await server.deps.db
      .collection<{ _id: string }>('profiles')
      .updateOne({ _id: ann.id }, { $set: { answers } });
    expect((await ann.call('GET /profile')).body.answers).toMatchObject(answers);
    expect(await runDataKeys(server.deps, ['rotate'], () => undefined, { pauseMs: 20 })).toBe(0);
    expect(found(await server.stored())).toEqual([]);
    expect((await ann.call('GET /profile')).body.answers).toMatchObject(answers);
  });
});
