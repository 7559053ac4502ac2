import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import sharp from 'sharp';

const jpeg = (width = 600, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer();

async function put(server: TestServer, uploadUrl: string, bytes: Buffer, type = 'image/jpeg') {
  const response = await fetch(server.url + uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: JSON.parse((await response.text()) || 'null') };
}

const ask = async (student: TestStudent, extra: object = {}) =>
  (await student.call('POST /photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg', ...extra }))
    .body;

async function upload(server: TestServer, student: TestStudent, bytes?: Buffer): Promise<string> {
  const { uploadUrl, url } = await ask(student);
  expect((await put(server, uploadUrl, bytes ?? (await jpeg()))).status).toBe(201);
  return url;
}

const show = async (server: TestServer, address: string) => {
  const response = await fetch(server.url + address);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

describe('/photos', () => {
  it('upload, save, list - the address is the upload address without its query - the primary comes first', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    const [one, two] = [await upload(server, ann), await upload(server, ann)];
    const saved = await ann.call('POST /photos', { photos: [{ url: one }, { url: two, isPrimary: true }] });
    expect(
      saved.body.items.map(({ url, isPrimary }: { url: string; isPrimary: boolean }) => [url, isPrimary]),
    ).toEqual([
      [two, true],
      [one, false],
    ]);
    const picture = await show(server, saved.body.items[0].displayUrl);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await sharp(picture.bytes).metadata()).format).toBe('webp');
  });

  it('a photo left out of the album - is removed with its file', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    const saved = await ann.call('POST /photos', { photos: [{ url: await upload(server, ann) }] });
    await ann.call('POST /photos', { photos: [] });
    expect((await show(server, saved.body.items[0].displayUrl)).status).toBe(404);
    expect((await ann.call('GET /photos')).body.items).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'EXIF orientation %i - comes out upright - without any metadata',
    async (orientation) => {
      await using server = await startTestServer();
      const ann = await server.signIn();
      const raw = Buffer.from([255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255]);
      const turned = await sharp(raw, { raw: { width: 2, height: 2, channels: 3 } })
        .resize(64, 32, { fit: 'fill', kernel: 'nearest' })
        .withExif({ IFD0: { Copyright: 'secret place' } })
        .withMetadata({ orientation })
        .jpeg({ quality: 100 })
        .toBuffer();
      const saved = await ann.call('POST /photos', { photos: [{ url: await upload(server, ann, turned) }] });
      const meta = await sharp((await show(server, saved.body.items[0].displayUrl)).bytes).metadata();
      expect([meta.width, meta.height]).toEqual(orientation >= 5 ? [32, 64] : [64, 32]);
      expect([meta.exif, meta.xmp, meta.orientation]).toEqual([undefined, undefined, undefined]);
    },
  );

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 415],
    ['HTML named .jpg', Buffer.from('<!doctype html><script>1</script>'), 415],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), 415],
    ['an empty file', Buffer.alloc(0), 415],
    ['a JPEG head with nothing behind it', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 422],
  ])('PUT - of %s - is refused - and nothing is stored', async (_case, bytes, status) => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    const { uploadUrl, url } = await ask(ann);
    expect((await put(server, uploadUrl, bytes)).status).toBe(status);
    expect((await ann.call('POST /photos', { photos: [{ url }] })).body).toMatchObject({
      status: 422,
      code: 'photo_unknown',
    });
  });

  it('PUT - of a truncated JPEG - is refused with 422', async () => {
    await using server = await startTestServer();
    const whole = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      } as never,
    })
      .jpeg()
      .toBuffer();
    const { uploadUrl } = await ask(await server.signIn());
    expect((await put(server, uploadUrl, whole.subarray(0, whole.length / 2))).body.code).toBe(
      'image_unreadable',
    );
  });

  it('PUT - of a 256 megapixel bomb - is refused before it is decoded', async () => {
    await using server = await startTestServer();
    const bomb = await sharp({
      create: { width: 16_000, height: 16_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const { uploadUrl } = await ask(await server.signIn(), { fileType: 'image/png' });
    const started = performance.now();
    expect((await put(server, uploadUrl, bomb, 'image/png')).status).toBe(422);
    expect(performance.now() - started).toBeLessThan(1000);
  }, 60_000);

  it('an upload address - changed, used twice, with another type or too many bytes - is refused', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    const { uploadUrl } = await ask(ann, { fileSize: 50 });
    const bytes = await jpeg(20, 20);
    expect((await put(server, uploadUrl.replace(/signature=..../, 'signature=AAAA'), bytes)).status).toBe(
      403,
    );
    expect((await put(server, uploadUrl, bytes, 'image/png')).status).toBe(403);
    expect((await put(server, uploadUrl, bytes)).status).toBe(413);
    const again = await ask(ann);
    expect((await put(server, again.uploadUrl, bytes)).status).toBe(201);
    expect((await put(server, again.uploadUrl, bytes)).body.code).toBe('upload_used');
  });

  it("POST - with another student's photo or a foreign address - is refused naming it", async () => {
    await using server = await startTestServer();
    const [ann, bob] = [await server.signIn(), await server.signIn()];
    const url = await upload(server, ann);
    for (const wanted of [
      url,
      'http://169.254.169.254/x',
      'javascript:alert(1)',
      '/storage/v1/photos/../secret',
    ]) {
      const refused = await bob.call('POST /photos', { photos: [{ url: wanted }] });
      expect(refused.body).toMatchObject({ code: 'photo_unknown', errors: [{ pointer: '/photos/0/url' }] });
    }
  });

  it('POST - with seven photos - is refused', async () => {
    await using server = await startTestServer();
    const photos = Array.from({ length: 7 }, () => ({ url: '/storage/v1/photos/x' }));
    expect((await (await server.signIn()).call('POST /photos', { photos })).status).toBe(400);
  });

  it('POST upload-url - for a type Flint does not take - is refused with 415; without a session with 401', async () => {
    await using server = await startTestServer();
    const wanted = { fileName: 'a.svg', fileType: 'image/svg+xml' };
    expect((await (await server.signIn()).call('POST /photos/upload-url', wanted)).body.code).toBe(
      'image_type_unsupported',
    );
    expect((await server.call('POST /photos/upload-url', wanted)).status).toBe(401);
  });

  it("a picture's address - changed for another viewer - shows nothing", async () => {
    await using server = await startTestServer();
    const [ann, bob] = [await server.signIn(), await server.signIn()];
    const saved = await ann.call('POST /photos', { photos: [{ url: await upload(server, ann) }] });
    const address: string = saved.body.items[0].displayUrl;
    expect((await show(server, address.replace(ann.id, bob.id))).status).toBe(404);
    expect((await show(server, address.split('?')[0]!)).status).toBe(404);
  });
});
