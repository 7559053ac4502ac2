import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@flint/embedded-mongo';
import { startTestServer } from '@flint/testing';
import { filesIn } from '@flint/testing/files';
import { runDataKeys } from './data-keys-command';
import { connectMongo } from './infra/mongo';
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
  it('saved, matched and exported - are nowhere in plain text: in the database, or in the files of an embedded one', async () => {
    await using server = await startTestServer();
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
