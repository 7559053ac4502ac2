import { fixedClock } from '@flint/services';
import { startTestServer, useTestServer, type TestServer, type TestStudent } from '@flint/testing';
import sharp from 'sharp';
import { photoStore } from '../../infra/photo-store';
import { PLACES } from '../../infra/testing/stores';
import { pair } from '../offers/testing/campus';
import { removeOrphans } from './album';
import { uploads } from './photo.model';
import { ask, jpeg, put, send, show, upload as uploadPicture } from './testing/uploads';

async function filesOf(server: TestServer): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of photoStore(server.deps).list()) keys.push(key);
  return keys;
}
/** The address at which a student's list shows the other's first photo. */
const seenBy = async (viewer: TestStudent, owner: TestStudent): Promise<string> =>
  (await viewer.call('GET /matches')).body.items.find((each: { userId: string }) => each.userId === owner.id)
    .photoUrl;
/** Uploads a small picture, which is encoded sooner. */
const upload = async (server: TestServer, student: TestStudent, bytes?: Buffer) =>
  uploadPicture(server, student, bytes ?? (await jpeg(120, 160)));
const save = (student: TestStudent, ...urls: string[]) =>
  student.call('POST /photos', { photos: urls.map((url) => ({ url })) });
const urls = (answer: { body: { items: { url: string }[] } }) => answer.body.items.map(({ url }) => url);

const clock = fixedClock(new Date('2031-03-01T12:00:00Z'));

describe.each(PLACES)('/photos, kept in %s', (_name, open) => {
  let server: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const place = await open();
    server = await startTestServer({
      env: { ...place.env, S3_PREFIX: `t${Date.now().toString(36)}/` },
      clock,
    });
    close = place.close;
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await close();
  });

  it('upload, save, list - the address is the upload address without its query - the primary comes first', async () => {
    const ann = await server.signIn();
    const { uploadUrl, url: one } = await ask(ann);
    expect(uploadUrl.split('?')[0]).toBe(one);
    expect((await put(server, uploadUrl, await jpeg(120, 160))).status).toBeLessThan(300);
    const two = await upload(server, ann);
    const saved = await ann.call('POST /photos', { photos: [{ url: one }, { url: two, isPrimary: true }] });
    expect(urls(saved)).toEqual([two, one]);
    expect(saved.body.items.map(({ isPrimary }: { isPrimary: boolean }) => isPrimary)).toEqual([true, false]);
    expect((await ann.call('GET /photos')).body).toEqual(saved.body);
  });

  it('a photo left out of the album - is hidden from its owner and from others at once, and its files are deleted', async () => {
    const [ann, bob] = await pair(server);
    const saved = await save(ann, await upload(server, ann));
    const seen = await seenBy(bob, ann);
    expect((await show(server, seen)).status).toBe(200);
    const before = await filesOf(server);
    await save(ann);
    expect((await show(server, seen)).status).toBe(404);
    expect((await show(server, saved.body.items[0].displayUrl)).status).toBe(404);
    expect((await ann.call('GET /photos')).body.items).toEqual([]);
    expect((await filesOf(server)).length).toBe(before.length - 4);
  });

  it('DELETE /account - hides the photos at once and leaves no file, not even of an upload in progress', async () => {
    const [ann, bob] = await pair(server);
    await save(ann, await upload(server, ann));
    await upload(server, ann);
    const seen = await seenBy(bob, ann);
    const before = await uploads(server.deps.db).find({ userId: ann.id }).lean();
    expect(before).toHaveLength(2);
    expect((await ann.call('DELETE /account')).status).toBe(204);
    expect((await show(server, seen)).status).toBe(404);
    const left = await filesOf(server);
    expect(left.filter((file) => before.some(({ _id }) => file.startsWith(_id)))).toEqual([]);
    expect(await uploads(server.deps.db).countDocuments({ userId: ann.id })).toBe(0);
  });

  it('an upload that was never saved - is deleted within a day - and a saved one stays', async () => {
    const ann = await server.signIn();
    const kept = await upload(server, ann);
    await save(ann, kept);
    await upload(server, ann);
    await ask(ann);
    clock.advanceSeconds(82_800);
    await removeOrphans(server.deps);
    expect(await uploads(server.deps.db).countDocuments({ userId: ann.id })).toBe(3);
    clock.advanceSeconds(3_600);
    await removeOrphans(server.deps);
    const [left, ...more] = await uploads(server.deps.db).find({ userId: ann.id }).lean();
    expect([left!._id, more.length]).toEqual([kept.slice(-32), 0]);
    expect((await filesOf(server)).filter((file) => file.startsWith(left!._id))).toHaveLength(4);
  });

  it('a file that is no picture - is refused with 415 or 422 - and nothing is stored', async () => {
    const ann = await server.signIn();
    const before = await filesOf(server);
    const html = await send(server, ann, Buffer.from('<!doctype html><script>1</script>'));
    expect([html.status, html.body.code]).toEqual([415, 'image_type_unsupported']);
    const cut = await jpeg();
    const truncated = await send(server, ann, cut.subarray(0, cut.length / 2));
    expect([truncated.status, truncated.body.code]).toEqual([422, 'image_unreadable']);
    expect(await filesOf(server)).toEqual(before);
    expect(await uploads(server.deps.db).countDocuments({ userId: ann.id })).toBe(0);
  });
});

describe('/photos', () => {
  const server = useTestServer({ clock });

  it('a picture - is WebP for a client that accepts it and JPEG for others, large and small, and always a picture', async () => {
    const ann = await server.signIn();
    const [item] = (await save(ann, await upload(server, ann, await jpeg(800, 1200)))).body.items;
    for (const [address, width] of [
      [item.displayUrl, 683],
      [item.thumbnailUrl, 320],
    ] as const) {
      for (const [accept, format] of [
        ['image/avif,image/webp,*/*', 'webp'],
        ['*/*', 'jpeg'],
      ] as const) {
        const { status, headers, bytes } = await show(server, address, accept);
        expect([status, headers.get('content-type')]).toEqual([200, `image/${format}`]);
        expect(await sharp(bytes).metadata()).toMatchObject({ format, width });
        expect(Object.fromEntries(headers)).toMatchObject({
          'x-content-type-options': 'nosniff',
          'content-disposition': `inline; filename="photo.${format === 'webp' ? 'webp' : 'jpg'}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=86400',
          vary: 'Accept',
        });
      }
    }
  });

  it('a wide picture that is transparent in the middle - is on white, and the small one is its middle', async () => {
    const ann = await server.signIn();
    const square = (background: string) =>
      sharp({ create: { width: 300, height: 300, channels: 4, background } })
        .png()
        .toBuffer();
    const nothing = { r: 0, g: 0, b: 0, alpha: 0 };
    const picture = await sharp({ create: { width: 900, height: 300, channels: 4, background: nothing } })
      .composite([
        { input: await square('#f00'), left: 0, top: 0 },
        { input: await square('#00f'), left: 600, top: 0 },
      ])
      .png()
      .toBuffer();
    const [item] = (await send(server, ann, picture, 'image/png')).body.items;
    const cornerOf = async (address: string) => {
      const { bytes } = await show(server, address, '*/*');
      const corner = await sharp(bytes).extract({ left: 8, top: 8, width: 1, height: 1 }).raw().toBuffer();
      return [...corner].map((part) => Math.round(part / 255));
    };
    expect(await cornerOf(item.displayUrl)).toEqual([1, 0, 0]);
    expect(await cornerOf(item.thumbnailUrl)).toEqual([1, 1, 1]);
  });

  it('a shown address - changed, or after its last day - shows nothing', async () => {
    const [ann, bob] = [await server.signIn(), await server.signIn()];
    const saved = await save(ann, await upload(server, ann));
    const address: string = saved.body.items[0].displayUrl;
    for (const changed of [
      address.replace(ann.id, bob.id),
      address.split('?')[0]!,
      address.replace('/large', '/..%2f..%2fsecret'),
    ])
      expect([changed, (await show(server, changed)).status]).toEqual([changed, 404]);
    expect((await show(server, address)).status).toBe(200);
    clock.advanceSeconds(86_400);
    expect((await show(server, address)).status).toBe(200);
    // the day after is over
    clock.advanceSeconds(43_201);
    expect((await show(server, address)).status).toBe(404);
    const again = (await ann.call('GET /photos')).body.items[0];
    expect((await show(server, again.displayUrl)).status).toBe(200);
  });

  it('a photo whose album was saved by a process that ended before it marked the photo - stays', async () => {
    const ann = await server.signIn();
    await save(ann, await upload(server, ann));
    await uploads(server.deps.db).updateMany({ userId: ann.id }, { state: 'ready', keptBy: 0 });
    clock.advanceSeconds(86_400);
    await removeOrphans(server.deps);
    const [{ displayUrl }] = (await ann.call('GET /photos')).body.items;
    expect((await show(server, displayUrl)).status).toBe(200);
    // and is no orphan of a later sweep
    expect(await uploads(server.deps.db).countDocuments({ userId: ann.id, state: 'kept' })).toBe(1);
  });

  it('a seventh photo - by two saves at once - is never saved: six remain, one primary, all shown', async () => {
    const ann = await server.signIn();
    const all: string[] = [];
    for (let i = 0; i < 7; i++) all.push(await upload(server, ann));
    expect((await save(ann, ...all)).status).toBe(400);
    await save(ann, ...all.slice(0, 5));
    const answers = await Promise.all([
      save(ann, ...all.slice(0, 6)),
      save(ann, ...all.slice(0, 5), all[6]!),
      save(ann, ...all.slice(0, 4)),
    ]);
    for (const { status } of answers) expect([200, 422]).toContain(status);
    const { items } = (await ann.call('GET /photos')).body;
    expect(items.length).toBeLessThanOrEqual(6);
    expect(items.filter(({ isPrimary }: { isPrimary: boolean }) => isPrimary)).toHaveLength(1);
    for (const { displayUrl } of items) expect((await show(server, displayUrl)).status).toBe(200);
  });

  it('the same photo twice, or in another order - is saved once, in that order, under the same id', async () => {
    const ann = await server.signIn();
    const [one, two] = [await upload(server, ann), await upload(server, ann)];
    const first = await save(ann, one, two);
    const turned = await save(ann, two, one, two);
    expect(urls(turned)).toEqual([two, one]);
    expect(turned.body.items.map(({ id }: { id: string }) => id)).toEqual(
      first.body.items.map(({ id }: { id: string }) => id).toReversed(),
    );
  });

  it("another student's photo - is unknown, and stays with its owner", async () => {
    const [ann, bob] = [await server.signIn(), await server.signIn()];
    const url = await upload(server, ann);
    expect((await save(bob, url)).body).toMatchObject({
      status: 422,
      code: 'photo_unknown',
      errors: [{ pointer: '/photos/0/url' }],
    });
    expect((await save(ann, url)).status).toBe(200);
  });

  describe('an album made from another one', () => {
    let ann: TestStudent;
    beforeEach(async () => {
      ann = await server.signIn();
    });
    const saveFrom = (mine: readonly string[], madeFrom?: readonly string[]) =>
      ann.call('POST /photos', { photos: mine.map((url) => ({ url })), madeFrom });
    const urlsIn = (items: readonly { url: string }[]) => items.map(({ url }) => url);
    const stored = async () => urlsIn((await ann.call('GET /photos')).body.items);
    const uploadsOf = (count: number): Promise<string[]> =>
      Promise.all(Array.from({ length: count }, () => upload(server, ann)));

    it('in several tabs - keeps what each adds, brings nothing back that was removed, and refuses two primary photos and an unknown one without a change', async () => {
      const [one, two, three, four] = (await uploadsOf(4)) as [string, string, string, string];
      await saveFrom([one]);
      await saveFrom([one, two], [one]);
      const second = await saveFrom([one, three], [one]);
      expect(second.status).toBe(200);
      expect(urlsIn(second.body.items).toSorted()).toEqual([one, two, three].toSorted());
      const [a, b, c] = (await stored()) as [string, string, string];
      expect([a, b, c]).toEqual(urlsIn(second.body.items));

      await saveFrom([b, a, c], [a, b, c]);
      const refused = await saveFrom([c, a, b], [a, b, c]);
      expect(refused.body).toMatchObject({ status: 409, code: 'album_changed' });
      expect(urlsIn(refused.body.photos)).toEqual([b, a, c]);
      const unknown = await saveFrom([b, a, c, `/storage/v1/photos/${'0'.repeat(32)}`], [b, a, c]);
      expect(unknown.body).toMatchObject({
        status: 422,
        code: 'photo_unknown',
        errors: [{ pointer: '/photos/3/url' }],
      });
      expect(await stored()).toEqual([b, a, c]);

      await saveFrom([b, a], [b, a, c]);
      expect(urlsIn((await saveFrom([b, a, c, four], [b, a, c])).body.items)).toEqual([b, a, four]);
    });

    it('three saves at once, each with a photo of its own - keeps all', async () => {
      const all = await uploadsOf(3);
      const answers = await Promise.all(all.map((url) => saveFrom([url], [])));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await stored()).toSorted()).toEqual(all.toSorted());
    });
  });
});
