import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, startTestServer, type TestServer } from '@flint/testing';
import { startProgram } from '@flint/testing/program';
import type { Connection } from 'mongoose';
import { HARD_TEXTS } from '../../src/infra/testing/hard-texts';
import { enrol, pair } from '../../src/resources/offers/testing/campus';
import { caller, codeFor } from '../../src/resources/sign-in/testing/stage';
import { addressOf, asStudent, bodyFor, BODY_ROUTES, schemaOf, send, type JsonSchema } from '../security/api';
import { nodePrograms } from './testing/nodes';

/** With keys of extended JSON, and a long text. */
const ALL = ['{"$date":"x"}', ...HARD_TEXTS, '\u2028'.repeat(350_000)].map((text) => `before${text}after`);
/** All of them in `npm run test:faults`. */
const TEXTS = process.env.FLINT_NODES ? ALL : ALL.slice(0, 3);

/** A body in which every text that the schema leaves free is this one; other parts are as they were. */
function withText(schema: JsonSchema, value: unknown, text: string): unknown {
  if (schema.anyOf) return withText(schema.anyOf.find(({ type }) => type === 'string') ?? {}, value, text);
  if (schema.type === 'string')
    return schema.pattern || schema.format || schema.enum || 'const' in schema ? value : text;
  if (schema.type === 'array') return [withText(schema.items ?? {}, (value as unknown[])[0], text)];
  if (schema.type !== 'object') return value;
  const properties = schema.properties ?? { [text]: { type: 'string' } };
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [
      name,
      withText(part, (value as Record<string, unknown> | undefined)?.[name], text),
    ]),
  );
}

/** Sends each text in every free text of the API and of the sign-in service. Returns how many requests were accepted. */
async function sendTexts(server: TestServer): Promise<number> {
  const [ann, ben] = await pair(server);
  const { body: offer } = await ann.invite(ben);
  const cid = await enrol(server, { name: 'Cid' });
  const auth = caller(server.url);
  const email = 'zoe@campus.edu';
  await auth('POST /otp', { email, data: {}, create_user: true });
  const { body: session } = await auth('POST /verify', {
    email,
    token: await codeFor(server, email),
    type: 'email',
  });
  let accepted = 0;
  for (const text of TEXTS) {
    const own = { authorization: `Bearer ${session.access_token}` };
    for (const data of [{ note: text }, { [text]: 1 }, { $date: text }, { a: { $numberInt: text } }]) {
      const { status } = await auth('PUT /user', { data }, own);
      if (status === 200) accepted += 1;
    }
    const replies = BODY_ROUTES.flatMap((route) =>
      [ann, cid].map((student) => {
        const body = JSON.stringify(withText(schemaOf(route.body!), bodyFor(route), text));
        const at = addressOf(route, { offerId: offer.id, userId: ben.id });
        const headers = { ...asStudent(student), 'content-type': 'application/json' };
        return send(server.url, route.method, at, { headers, body });
      }),
    );
    for (const { status } of await Promise.all(replies)) {
      expect(status).not.toBe(500);
      if (status < 300) accepted += 1;
    }
    const answers = { bundle_intro: { display_name: text.slice(0, 20), date_of_birth: '2004-01-15' } };
    if ((await cid.call('PATCH /profile', { answers })).status === 200) accepted += 1;
  }
  return accepted;
}

const LEFT_OUT =
  /rate_counts|idempotency|locks|processes|data_key|migrations|restores|auth_sessions|match_(?!hides)/;

async function contentOf(db: Connection): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const { name } of await db.listCollections())
    if (!LEFT_OUT.test(name)) {
      const found = await db.collection(name).find().sort({ _id: 1 }).toArray();
      if (found.length > 0) content[name] = found;
    }
  return content;
}

describe('the hardest texts in every free text of the API', () => {
  it('are restored, by every supported Node, as they were', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'flint-texts-'));
    await using server = await startTestServer({
      onDisk: true,
      writesMax: 100_000,
      env: { IP_LIMIT_FACTOR: '1000' },
    });
    const accepted = await sendTexts(server);
    expect(accepted).toBeGreaterThan(TEXTS.length * 3);
    const before = await contentOf(server.deps.db);
    const told: string[] = [];
    for (const [name, node] of await nodePrograms(folder)) {
      await using target = await startTestDatabase({
        dataDir: path.join(folder, randomBytes(4).toString('hex')),
      });
      const run = async (command: string, uri: string, dataDir: string) => {
        const env = {
          MONGODB_URI: uri,
          DATA_DIR: dataDir,
          FLINT_TEST_SECRET: server.deps.secret.toString('hex'),
        };
        const file = path.join(__dirname, 'testing/operate-process.ts');
        const program = startProgram([file, command, path.join(folder, `backup ${name}`)], env, node);
        await program.exit;
        expect(program.output()).toMatch(/done\n$/);
      };
      await run('backup', server.databaseUri, server.deps.dataDir);
      await run('restore', target.uri, folder);
      expect(await contentOf(target.db)).toEqual(before);
      told.push(name);
    }
    process.stdout.write(`texts: ${accepted} accepted requests, restored by ${told.join(', ')}\n`);
    await rm(folder, { recursive: true, force: true });
  });
});
