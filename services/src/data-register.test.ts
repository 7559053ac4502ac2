import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { useTestServer } from '@flint/testing';
import type { Schema } from 'mongoose';

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

const server = useTestServer();
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
