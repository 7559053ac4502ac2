import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { startTestServer } from '@flint/testing';
import { runDataKeys } from './data-keys-command';
import { recordKeys, keyHolders } from './infra/key-holders';
import { connectMongo } from './infra/mongo';
import { loadProfile } from './resources/profile/index';
import { profiles } from './resources/profile/profile.model';
import { enrol } from './resources/offers/testing/campus';

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
  it('saved, matched and exported - are nowhere in the database in plain text', async () => {
    await using server = await startTestServer();
    const ann = await enrol(server, { seeks: ['women'] });
    const other = await enrol(server, { name: 'Eve', seeks: ['women'] });
    expect((await ann.call('PATCH /profile', { answers })).status).toBe(200);
    const matches = (await ann.call('GET /matches')).body.items;
    expect(matches.map(({ userId }: { userId: string }) => userId)).toEqual([other.id]);
    expect(found(await server.stored())).toEqual([]);
    expect((await ann.call('GET /account/export')).body.data.profile.answers).toMatchObject(answers);
    expect((await ann.call('GET /profile')).body.answers).toMatchObject(answers);
  });

  it('in the files of the embedded database - are not in plain text, either', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'flint-at-rest-'));
    const embedded = await startEmbeddedMongo({ dataDir: folder });
    const db = await connectMongo(embedded.uriFor('flint'));
    await using server = await startTestServer();
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers });
    // the same documents, written to disk
    await profiles(db).collection.insertMany(await profiles(server.deps.db).collection.find().toArray());
    await db.close();
    await embedded.close();
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const text = (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('');
    expect(text).toContain(ann.id);
    expect(found(text)).toEqual([]);
  });

  it('after a change of keys - are readable under both, and after the rotation without the old key', async () => {
    const [first, second] = ['a', 'b'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);
    await using server = await startTestServer({ env: { DATA_KEYS: first! } });
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers });
    const under = (DATA_KEYS: string) => ({ ...server.deps, env: { ...server.deps.env, DATA_KEYS } });
    const unread = await loadProfile(under(second!), ann.id);
    expect(() => ({ ...unread?.answers })).toThrow("the key 'a' is needed");
    const both = under(`${second},${first}`);
    expect((await loadProfile(both, ann.id))?.answers).toMatchObject(answers);

    const announced = async () => (await keyHolders(server.deps.db).countDocuments()) === 1;
    while (!(await announced())) await new Promise((resolve) => setTimeout(resolve, 20));
    const early = await runDataKeys(both, ['rotate']);
    expect(early).toEqual({
      exitCode: 1,
      text: 'Nothing was changed: 1 running API process lacks the key b. Restart with the same DATA_KEYS, then rotate.',
    });
    // a key with the same id but other bytes
    const namesake = under(`b:${randomBytes(32).toString('base64')},${first}`);
    expect((await runDataKeys(namesake, ['rotate'])).exitCode).toBe(1);
    // restarted with both keys
    await keyHolders(server.deps.db).deleteMany({});
    const failures: unknown[] = [];
    const stop = recordKeys(both, (error) => failures.push(error));
    while (!(await announced())) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await runDataKeys(both, [])).text).toBe('seals: b\nreads: a');
    // four answers, other profile fields, and the snapshot of the first round
    expect((await runDataKeys(both, ['rotate'])).text).toBe('6 fields were sealed under b.');
    expect((await runDataKeys(both, ['rotate'])).text).toBe('0 fields were sealed under b.');
    expect((await loadProfile(under(second!), ann.id))?.answers).toMatchObject(answers);
    expect((await runDataKeys(both, ['what'])).exitCode).toBe(2);
    await stop();
    expect([await keyHolders(server.deps.db).countDocuments(), failures]).toEqual([0, []]);
  });

  it('stored unsealed by an older version - are readable, and sealed by the rotation', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    await ann.call('PATCH /profile', {});
    await server.deps.db
      .collection<{ _id: string }>('profiles')
      .updateOne({ _id: ann.id }, { $set: { answers } });
    expect((await ann.call('GET /profile')).body.answers).toMatchObject(answers);
    await runDataKeys(server.deps, ['rotate']);
    expect(found(await server.stored())).toEqual([]);
    expect((await ann.call('GET /profile')).body.answers).toMatchObject(answers);
  });
});
