import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { listening } from '@flint/testing/listening';
import { isShort } from '@flint/testing/long';
import { S3_KEYS, startS3Double } from '@flint/testing/s3-double';
import { trusted } from 'mongoose';
import type { FileStore } from '../../infra/file-store';
import { photoStore } from '../../infra/photo-store';
import { S3_TIMES } from '../../infra/s3-client';
import { failWrite } from '../testing/fail-write';
import { removeOrphans } from './album';
import { albums, uploads, type AlbumDocument, type UploadDocument } from './photo.model';
import { ask, jpeg, put, show } from './testing/uploads';

/** What a store that cannot be used does with a request; none listens at the last address. */
const AWAY: Readonly<Record<string, RequestListener | null>> = {
  'answers 503': (_request, response) => response.writeHead(503).end(),
  'breaks off': (request) => request.socket.destroy(),
  'says nothing': () => undefined,
  'stops in the middle': (_request, response) => void response.writeHead(200).write('half'),
  'cannot be reached': null,
};

const envOf = (endpoint: string, bucket = 'photos') => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
});

it('a photo store that answers 503, breaks off, says nothing, stops in the middle or cannot be reached - makes saving answer 503 with Retry-After, and the rest works', async () => {
  jest.replaceProperty(S3_TIMES, 'silenceMs', 300);
  let answer: RequestListener = () => undefined;
  const store = await listening(createServer((request, response) => answer(request, response)));
  await using server = await startTestServer({ env: envOf(`http://127.0.0.1:${store.port}`) });
  const ann = await server.signIn();
  const { url } = await ask(ann);
  for (const [name, listener] of Object.entries(AWAY)) {
    const before = server.logged().length;
    if (listener) answer = listener;
    else await store.close();
    const { status, headers, body } = await ann.call('POST /photos', { photos: [{ url }] });
    expect([name, status, headers.get('retry-after'), body.code]).toEqual([name, 503, '5', 'unavailable']);
    expect((await ann.call('GET /photos')).status).toBe(200);
    const logged = server.logged().slice(before);
    expect([name, logged.includes('photo store not reachable')]).toEqual([name, true]);
    expect(logged).not.toContain('unforeseen error');
  }
});

/** Holds every write to a store until `release`, and then ends it as `end` says, or in the store. */
function holdWrites(store: FileStore, end: () => void = () => undefined) {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { write } = store;
  const writing = jest.spyOn(store, 'write').mockImplementation(async (key, bytes) => {
    await held;
    end();
    return write(key, bytes);
  });
  const begun = async (count: number) => {
    while (writing.mock.calls.length < count) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { begun, release, stop: () => writing.mockRestore() };
}

const AWAY_NOW = Object.assign(new Error('away'), { $metadata: { httpStatusCode: 503 } });

const clock = fixedClock(new Date());
let double: Awaited<ReturnType<typeof startS3Double>>;
let server: TestServer;
beforeAll(async () => {
  double = await startS3Double();
  server = await startTestServer({ env: envOf(double.endpoint, double.bucket), clock });
});
beforeEach(async () => {
  clock.set(new Date());
  // each look at all files of a bucket takes a request per two of them
  double.objects.clear();
  await Promise.all([uploads(server.deps.db).deleteMany({}), albums(server.deps.db).deleteMany({})]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await double.close();
});

/** A picture that a new student has uploaded, and not yet saved. */
async function uploaded() {
  const ann = await server.signIn();
  const { uploadUrl, url } = await ask(ann);
  expect((await put(server, uploadUrl, await jpeg(120, 160))).status).toBe(200);
  const { _id: key } = (await uploads(server.deps.db).findOne({ userId: ann.id }).lean())!;
  return { ...pictureOf(ann, key), save: () => ann.call('POST /photos', { photos: [{ url }] }) };
}

const filesOf = async (store: FileStore, key: string) => {
  const files: string[] = [];
  for await (const file of store.list()) if (file.startsWith(key)) files.push(file);
  return files;
};

/** A student's one picture, and how much of it is stored. */
function pictureOf(ann: TestStudent, key: string) {
  const store = photoStore(server.deps);
  return {
    ann,
    key,
    store,
    files: async () => (await filesOf(store, key)).length,
    rows: () => uploads(server.deps.db).countDocuments({ userId: ann.id }),
  };
}

interface Original {
  readonly row: UploadDocument;
  readonly album: AlbumDocument;
  readonly files: readonly (readonly [name: string, bytes: Buffer])[];
}
async function makeOriginal(): Promise<Original> {
  const { ann, key, store, save } = await uploaded();
  await save();
  const row = await uploads(server.deps.db).findById(key).lean<UploadDocument>();
  const album = await albums(server.deps.db).findById(ann.id).lean<AlbumDocument>();
  const read = async (file: string) => [file.slice(key.length), (await store.read(file))!] as const;
  return { row: row!, album: album!, files: await Promise.all((await filesOf(store, key)).map(read)) };
}

let original: Promise<Original> | undefined;
/** A picture in the album of a new student: a copy of the first one, because making it takes longer than removing it. */
async function saved() {
  const { row, album, files } = await (original ??= makeOriginal());
  const ann = await server.signIn();
  const key = randomBytes(16).toString('hex');
  const picture = pictureOf(ann, key);
  await Promise.all(files.map(([name, bytes]) => picture.store.write(key + name, bytes)));
  await uploads(server.deps.db).create({ ...row, _id: key, userId: ann.id });
  await albums(server.deps.db).create({ ...album, _id: ann.id, photos: [{ ...album.photos[0]!, key }] });
  expect([await picture.files(), await picture.rows()]).toEqual([4, 1]);
  return picture;
}

describe('an uploaded picture', () => {
  it('whose store goes away while it is made - is saved once the store is back', async () => {
    const picture = await uploaded();
    const write = jest.spyOn(picture.store, 'write').mockRejectedValue(AWAY_NOW);
    const { status, headers } = await picture.save();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    write.mockRestore();
    const saved = await picture.save();
    expect([saved.status, saved.body.items.length]).toEqual([200, 1]);
  });

  it('that another request is making - is to be asked for again, not refused', async () => {
    const picture = await uploaded();
    const { begun, release } = holdWrites(picture.store);
    const first = picture.save();
    await begun(1);
    const second = await picture.save();
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '3']);
    release();
    expect((await first).status).toBe(200);
    expect((await picture.save()).body.items).toHaveLength(1);
  });

  it.each(['ends', 'fails'])(
    'whose process hangs or died - is saved two minutes later, and stays when the late one %s',
    async (ending) => {
      const picture = await uploaded();
      const { begun, release, stop } = holdWrites(picture.store, () => {
        if (ending === 'fails') throw new Error('too late');
      });
      const late = picture.save();
      await begun(4);
      stop();
      clock.advanceSeconds(119);
      expect((await picture.save()).status).toBe(503);
      clock.advanceSeconds(1);
      expect((await picture.save()).body.items).toHaveLength(1);
      release();
      expect((await late).status).toBe(503);
      expect((await picture.save()).body.items).toHaveLength(1);
      expect(await picture.files()).toBe(4);
    },
  );

  it.each(['fails', 'works'])(
    'whose account is deleted while it is made - is gone with its row, also if its removal %s',
    async (removal) => {
      const picture = await uploaded();
      const { begun, release } = holdWrites(picture.store);
      const saving = picture.save();
      await begun(4);
      expect((await picture.ann.call('DELETE /account')).status).toBe(204);
      if (removal === 'fails') jest.spyOn(picture.store, 'removeAll').mockRejectedValueOnce(AWAY_NOW);
      release();
      await saving;
      clock.advanceSeconds(121);
      await removeOrphans(server.deps);
      expect([await picture.files(), await picture.rows()]).toEqual([0, 0]);
    },
  );
});

describe('a save that ends after it wrote the album', () => {
  it('because its process died - is finished by the work of the hour, which deletes what was left out', async () => {
    const { ann, files, rows } = await saved();
    const empty = () => ann.call('POST /photos', { photos: [] });
    expect(await failWrite(1, ['photo_uploads'], empty)).toBe(true);
    expect((await ann.call('GET /photos')).body.items).toEqual([]);
    // as the first version stored it
    const old = await saved();
    await albums(server.deps.db).updateOne(
      { _id: old.ann.id },
      { $set: { isSaving: true }, $unset: { revision: 1 } },
    );
    await uploads(server.deps.db).updateOne({ _id: old.key }, { $unset: { keptBy: 1 } });
    await removeOrphans(server.deps);
    expect([await files(), await rows(), await old.rows()]).toEqual([0, 0, 1]);
    await albums(server.deps.db).deleteOne({ _id: old.ann.id });
    // and nothing is left to finish
    expect(await albums(server.deps.db).countDocuments({ isSaving: true })).toBe(0);
  });

  it('because another removed its photo meanwhile - is refused, and deletes what it left out', async () => {
    const { ann, key, store, files, rows } = await saved();
    const [model, other] = [uploads(server.deps.db), randomBytes(16).toString('hex')];
    await model.create({ ...(await model.findById(key).lean())!, _id: other });
    const mark = model.updateOne.bind(model) as (...args: unknown[]) => Promise<unknown>;
    jest.spyOn(model, 'updateOne').mockImplementationOnce((async (...args: unknown[]) => {
      await model.deleteOne({ _id: other });
      return mark(...args);
    }) as never);
    const photos = [{ url: store.inbox!.urlOf(other) }];
    expect((await ann.call('POST /photos', { photos })).status).toBe(422);
    expect([await files(), await rows()]).toEqual([0, 0]);
  });
});

/** What removes all pictures of a student. */
const REMOVALS: Readonly<Record<string, (ann: TestStudent, server: TestServer) => Promise<unknown>>> = {
  'with its account': (ann) => ann.call('DELETE /account'),
  'from its album': (ann) => ann.call('POST /photos', { photos: [] }),
  'as one that was never saved': async (ann, { deps }) => {
    await albums(deps.db).deleteOne({ _id: ann.id });
    await uploads(deps.db).updateMany({ userId: ann.id, state: 'kept' }, { state: 'ready', createdAt: 0 });
    await removeOrphans(deps);
  },
};

/** Ways in which a removal ends too early; each returns whether it did. */
const FAILURES: readonly ((store: FileStore, remove: () => Promise<unknown>) => Promise<boolean>)[] = [
  async (store, remove) => {
    const files = jest.spyOn(store, 'removeAll').mockRejectedValueOnce(AWAY_NOW);
    await remove();
    return files.mock.calls.length > 0;
  },
  async ({ inbox }, remove) => {
    const file = jest.spyOn(inbox!, 'remove').mockRejectedValueOnce(AWAY_NOW);
    await remove();
    return file.mock.calls.length > 0;
  },
  ...[1, 2, 3, 4].map(
    (nth) => (_store: FileStore, remove: () => Promise<unknown>) => failWrite(nth, ['photo_uploads'], remove),
  ),
];

describe.each(Object.entries(REMOVALS))('a picture that is removed %s', (name, removeFrom) => {
  it.each([
    ['a repeat', removeFrom, 0],
    ['the work of the next hour', (_ann: TestStudent, { deps }: TestServer) => removeOrphans(deps), 1],
  ])('while one step fails - is gone with its files and its row after %s', async (_case, again, turn) => {
    let failures = 0;
    // the short run makes up for each failure in one of the two ways
    for (const fail of FAILURES.filter((_, nth) => !isShort || nth % 2 === turn)) {
      const { ann, store, files, rows } = await saved();
      const { displayUrl } = (await ann.call('GET /photos')).body.items[0];
      expect((await show(server, displayUrl)).status).toBe(200);
      const remove = () => removeFrom(ann, server).catch(() => undefined);
      if (await fail(store, remove)) failures += 1;
      // a failure before the first step changes nothing, so the work of the hour has nothing to repeat
      if (await uploads(server.deps.db).exists({ userId: ann.id, state: trusted({ $ne: 'removed' }) }))
        await remove();
      expect((await show(server, displayUrl)).status).toBe(404);
      await again(ann, server);
      const left = { files: await files(), rows: await rows() };
      expect({ name, failures, ...left }).toEqual({ name, failures, files: 0, rows: 0 });
    }
    expect(failures).toBeGreaterThanOrEqual(isShort ? 2 : 4);
  });
});
