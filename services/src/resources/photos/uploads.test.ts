// Longer than 300 lines: every way a file can be wrong, each with the bytes for it.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { crc32 } from 'node:zlib';
import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { isLong } from '@flint/testing/long';
import { listening } from '@flint/testing/listening';
import sharp, { type Sharp } from 'sharp';
import { photoStore } from '../../infra/photo-store';
import { STORAGE_BASE } from './addresses';
import { typeOf } from './container';
import { uploads } from './photo.model';
import { inspectPicture } from './picture';
import { ask, jpeg, put, send, show, upload } from './testing/uploads';

// more than may wait, so that some are refused
const AT_ONCE = isLong ? 50 : 30;

/** A JPEG that cannot be compressed much, so that its half lacks half of the picture. */
const noise = (): Promise<Buffer> =>
  sharp(randomBytes(300 * 400 * 3), { raw: { width: 300, height: 400, channels: 3 } })
    .jpeg()
    .toBuffer();
/** A small picture with colors and transparency. */
const drawn = () => sharp({ create: { width: 160, height: 120, channels: 4, background: '#c2410c' } });
/** A picture whose header tells another size: nothing but the header is read before a picture is refused. */
function declaring(width: number, height: number, picture: Buffer): Buffer {
  const bytes = Buffer.from(picture);
  if (typeOf(bytes) === 'image/png') {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  } else if (typeOf(bytes) === 'image/webp') {
    // lossless: 14 bits each
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    // the frame of a progressive JPEG
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
  }
  return bytes;
}
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const ascii = (text: string) => Buffer.from(text, 'latin1');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>1</script></svg>';
const PHOTO_URL = /^\/storage\/v1\/photos\/[0-9a-f]{32}$/;

describe('uploads of photos', () => {
  const clock = fixedClock(new Date('2031-03-01T12:00:00Z'));
  const server = useTestServer({ clock });

  const files = async () => {
    const keys: string[] = [];
    for await (const key of photoStore(server.deps).list()) keys.push(key);
    return keys;
  };

  // decisions/009
  it.each([
    ['an SVG', async () => ascii(SVG), 415],
    ['HTML named .jpg', async () => ascii('<!doctype html><script>1</script>'), 415],
    ['a GIF that is JavaScript', async () => ascii('GIF89a=1;/*\x01\x00*/alert(1)'), 415],
    ['a PDF', async () => ascii('%PDF-1.7\n%'), 415],
    ['a HEIC', async () => ascii('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 415],
    ['an empty file', async () => Buffer.alloc(0), 415],
    ['a PNG sent as JPEG', () => drawn().png().toBuffer(), 415],
    ['a JPEG followed by a ZIP', async () => Buffer.concat([await jpeg(), ascii('PK\x03\x04evil')]), 422],
    ['a JPEG header with nothing after it', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 422],
    ['half a JPEG', async () => half(await jpeg()), 422],
    [
      'half a JPEG with an end appended',
      async () => Buffer.concat([half(await noise()), ascii('\xff\xd9')]),
      422,
    ],
    ['a picture of one pixel', () => jpeg(1, 1), 422],
    ['a picture of 99 by 200 pixels', () => jpeg(99, 200), 422],
    ['a picture of 20,000 by 200 pixels', () => jpeg(20_000, 200), 422],
    ['a picture of 301 by 100 pixels', () => jpeg(301, 100), 422],
    [
      'random bytes after a JPEG header',
      async () => Buffer.concat([ascii('\xff\xd8\xff\xdb'), Buffer.alloc(5000, 7)]),
      422,
    ],
  ])('%s - is refused - and nothing is stored', async (_case, make, status) => {
    const ann = await server.signIn();
    const before = await files();
    expect((await send(server, ann, await make())).status).toBe(status);
    expect(await files()).toEqual(before);
    expect(await uploads(server.deps.db).countDocuments({ userId: ann.id })).toBe(0);
  });

  it('a whole JPEG, PNG or WebP of a photo’s size - is accepted; an animated WebP - is refused with 422', async () => {
    const ann = await server.signIn();
    for (const [format, width, height] of [
      ['jpeg', 100, 100],
      ['png', 300, 100],
      ['webp', 1024, 768],
    ] as const) {
      const picture = sharp(await jpeg(width, height)).toFormat(format);
      const { status } = await send(server, ann, await picture.toBuffer(), `image/${format}`);
      expect([format, status]).toEqual([format, 200]);
    }
    const [light, dark] = [
      await jpeg(120, 120),
      await sharp(await jpeg(120, 120))
        .negate()
        .toBuffer(),
    ];
    const frames = sharp([light, dark], { join: { animated: true } }).webp({ loop: 0, delay: [100, 100] });
    const sent = await send(server, ann, await frames.toBuffer(), 'image/webp');
    expect([sent.status, sent.body.code]).toEqual([422, 'image_unreadable']);
  });

  it(`${AT_ONCE} pictures of over 50 megapixels at once - are each refused with 422 before they are decoded`, async () => {
    const bytes = declaring(7072, 7072, await drawn().png().toBuffer());
    // at most twelve of one student wait
    const students = await Promise.all(Array.from({ length: AT_ONCE / 10 }, () => server.signIn()));
    const addresses = await Promise.all(
      students.flatMap((each) => Array.from({ length: 10 }, () => ask(each, { fileType: 'image/png' }))),
    );
    const answers = await Promise.all(
      addresses.map(({ uploadUrl }) => put(server, uploadUrl, bytes, 'image/png')),
    );
    // a decoded one would wait in the queue, which has no room for so many
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['422 image_unreadable']),
    );
  });

  const [progressive, plain] = [true, () => drawn().flatten()];
  it.each([
    ['a PNG', 10_000, 5000, () => drawn().png()],
    ['an interlaced PNG of 16 bits', 4000, 3125, () => drawn().toColourspace('rgb16').png({ progressive })],
    ['an interlaced PNG', 5000, 5000, () => drawn().png({ progressive })],
    ['a lossless WebP', 5000, 5000, () => plain().webp({ lossless: true })],
    ['a progressive JPEG', 4000, 4166, () => plain().jpeg({ progressive, chromaSubsampling: '4:4:4' })],
    [
      'a JPEG that says it has fewer colors',
      4000,
      4166,
      () => plain().jpeg({ progressive, chromaSubsampling: '4:2:0' }),
    ],
  ])(
    '%s, which is decoded as a whole, of %i by %i pixels - is accepted, and with one line more refused before that',
    async (_name, width, height, make) => {
      const bytes = await make().toBuffer();
      const type = typeOf(bytes)!;
      const refusalOf = (lines: number) =>
        inspectPicture(declaring(width, lines, bytes), type).then(
          () => null,
          ({ code }: { code: string }) => code,
        );
      expect([await refusalOf(height), await refusalOf(height + 1)]).toEqual([null, 'image_unreadable']);
    },
  );

  it('a file name such as ../../etc/passwd or CON - never becomes part of an address or a path', async () => {
    const ann = await server.signIn();
    const picture = await jpeg(150, 200);
    const names = [
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      'me\0.jpg',
      'CON',
      '\u202Egpj.exe',
      'a.jpg.php',
    ];
    const statuses: number[] = [];
    for (const fileName of [...names, 'x'.repeat(255)]) {
      const asked = await ann.call('POST /photos/upload-url', { fileName, fileType: 'image/jpeg' });
      statuses.push(asked.status);
      if (asked.status === 400) continue;
      expect(asked.body.url).toMatch(PHOTO_URL);
      expect((await put(server, asked.body.uploadUrl, picture)).status).toBe(201);
    }
    expect(statuses).toContain(201);
    for (const file of await files()) expect(file).toMatch(/^[0-9a-f]{32}\/(large|thumbnail)\.(webp|jpg)$/);
  });

  it('POST upload-url - for a name of no or 300 characters, another type, or with a size - is refused', async () => {
    const ann = await server.signIn();
    for (const [wish, status] of [
      [{ fileName: 'x'.repeat(300) }, 400],
      [{ fileName: '' }, 400],
      [{ fileType: 'image/svg+xml' }, 415],
      [{ fileType: '*/*' }, 415],
      [{ fileSize: 1000 }, 400],
    ] as const) {
      const body = { fileName: 'me.jpg', fileType: 'image/jpeg', ...wish };
      expect([wish, (await ann.call('POST /photos/upload-url', body)).status]).toEqual([wish, status]);
    }
  });

  it('an upload address of another key, with another signature or without one - is refused, and the true one still works', async () => {
    const ann = await server.signIn();
    const [{ uploadUrl }, other] = [await ask(ann), await ask(await server.signIn())];
    const bytes = await jpeg(150, 200);
    for (const forged of [
      uploadUrl.replace(/photos\/\w+/, other.url.slice(12)),
      uploadUrl.replace(/signature=..../, 'signature=AAAA'),
      uploadUrl.split('?')[0]!,
    ])
      expect([forged, (await put(server, forged, bytes)).status]).toEqual([forged, 403]);
    expect((await put(server, uploadUrl, bytes)).status).toBe(201);
  });

  it('an upload address - for another type, more bytes, another method, or after 300 s - is refused', async () => {
    const ann = await server.signIn();
    const bytes = await jpeg(300, 400);
    const address = async (extra: object = {}) => (await ask(ann, extra)).uploadUrl;
    expect((await put(server, await address(), bytes, 'image/png')).status).toBe(403);
    expect((await put(server, await address(), Buffer.alloc(10 * 1024 * 1024 + 1, 0xff))).status).toBe(413);
    expect((await fetch(server.url + (await address()), { method: 'POST', body: 'x' })).status).toBe(405);
    const { uploadUrl, expiresAt } = await ask(ann);
    expect(Date.parse(expiresAt) - clock.now().getTime()).toBe(300_000);
    clock.advanceSeconds(301);
    expect((await put(server, uploadUrl, bytes)).body).toMatchObject({ status: 403, code: 'upload_refused' });
    expect((await ann.call('GET /photos')).body.items).toEqual([]);
  });

  it('an upload address - used twice, or twice at once - accepts one picture', async () => {
    const ann = await server.signIn();
    const bytes = await jpeg(300, 400);
    const { uploadUrl } = await ask(ann);
    const both = await Promise.all([put(server, uploadUrl, bytes), put(server, uploadUrl, bytes)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await put(server, uploadUrl, bytes)).body).toMatchObject({ status: 409, code: 'upload_used' });
  });

  it('an upload cut off in the middle - stores nothing, and the next try works', async () => {
    const ann = await server.signIn();
    const { uploadUrl, url } = await ask(ann);
    const bytes = await jpeg();
    const cut = new AbortController();
    const half = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(0, bytes.length / 2)));
        setTimeout(() => cut.abort(), 50);
      },
    });
    const sending = fetch(server.url + uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: half,
      duplex: 'half',
      signal: cut.signal,
    } as RequestInit);
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    expect((await ann.call('POST /photos', { photos: [{ url }] })).status).toBe(422);
    expect((await ann.call('GET /photos')).body.items).toEqual([]);
    expect((await send(server, ann, bytes)).status).toBe(200);
  });

  it(`${AT_ONCE} at once of five students, each refused one sent again when the server says - all arrive`, async () => {
    const students = await Promise.all(Array.from({ length: 5 }, () => server.signIn()));
    const bytes = await noise();
    const addresses = await Promise.all(
      students.flatMap((each) => Array.from({ length: AT_ONCE / 5 }, () => ask(each))),
    );
    const first = await Promise.all(addresses.map(({ uploadUrl }) => put(server, uploadUrl, bytes)));
    const refused = addresses.filter((_, at) => first[at]!.status === 503);
    for (const { status, retryAfter } of first)
      expect([
        [201, undefined],
        [503, '3'],
      ]).toContainEqual([status, retryAfter]);
    const again = await Promise.all(refused.map(({ uploadUrl }) => put(server, uploadUrl, bytes)));
    expect(again.map(({ status }) => status)).toEqual(refused.map(() => 201));
  });

  it('more requests for an address - end at 60 an hour', async () => {
    const ann = await server.signIn();
    const body = { fileName: 'me.jpg', fileType: 'image/jpeg' };
    expect((await ann.call('POST /photos/upload-url', body)).status).toBe(201);
    await server.deps.db.collection('rate_counts').updateMany({}, { $set: { points: 59 } });
    const last = await ann.call('POST /photos/upload-url', body);
    const refused = await ann.call('POST /photos/upload-url', body);
    expect([last.status, refused.status]).toEqual([201, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('fourteen pictures put at once, each refused one sent again when the server says - all are taken, and twelve wait: older ones give way, unless they are in the album', async () => {
    const ann = await server.signIn();
    const bytes = await jpeg(150, 200);
    const rows = uploads(server.deps.db);
    const waiting = async () =>
      (await rows.find({ userId: ann.id, state: 'ready' }).lean()).map(({ _id }) => `${STORAGE_BASE}/${_id}`);
    const listed = await upload(server, ann, bytes);
    expect((await ann.call('POST /photos', { photos: [{ url: listed }] })).status).toBe(200);
    // as a process leaves it that ended before it marked the photo
    await rows.updateOne({ _id: listed.split('/').at(-1)! }, { $set: { state: 'ready' } });
    clock.advanceSeconds(1);
    const addresses = await Promise.all(Array.from({ length: 14 }, () => ask(ann)));
    const arrived = await Promise.all(addresses.map(({ uploadUrl }) => put(server, uploadUrl, bytes)));
    for (const [at, { status }] of arrived.entries())
      if (status !== 201) {
        expect(status).toBe(503);
        expect((await put(server, addresses[at]!.uploadUrl, bytes)).status).toBe(201);
      }
    const left = await waiting();
    expect(left).toHaveLength(13);
    expect(left).toContain(listed);
    clock.advanceSeconds(1);
    const newest = await upload(server, ann, bytes);
    expect(await waiting()).toHaveLength(13);
    expect(await waiting()).toContain(newest);
    const lost = addresses.find(({ url }) => !left.includes(url))!.url;
    const refused = await ann.call('POST /photos', { photos: [{ url: newest }, { url: lost }] });
    expect(refused.body).toMatchObject({ code: 'photo_unknown', errors: [{ pointer: '/photos/1/url' }] });
    expect(await files()).not.toContainEqual(expect.stringContaining(lost.split('/').at(-1)!));
  });

  it('POST - of an address that is no upload - is refused with its position, and no server is contacted', async () => {
    let connections = 0;
    const target = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const { url: here, close } = await listening(target);
    const bob = await server.signIn();
    const good = await upload(server, bob);
    for (const url of [
      'http://169.254.169.254/latest/meta-data',
      `${here}/photo.jpg`,
      `${here}${good}`,
      `//${here.slice(7)}${good}`,
      'file:///etc/passwd',
      'javascript:alert(1)',
      '/storage/v1/photos/../secret',
      `${good}/large`,
      `${good}?x=1`,
    ]) {
      const refused = await bob.call('POST /photos', { photos: [{ url: good }, { url }] });
      expect([url, refused.body.code, refused.body.errors]).toEqual([
        url,
        'photo_unknown',
        [{ pointer: '/photos/1/url', detail: expect.any(String) }],
      ]);
    }
    expect(connections).toBe(0);
    expect((await bob.call('GET /photos')).body.items).toEqual([]);
    await close();
  });

  it('a picture with a location, a serial number, XMP and a color profile - is stored without them, in every variant', async () => {
    const full = await sharp(await jpeg(1200, 1600))
      .withExif({
        IFD0: { Make: 'SECRETMAKE', Copyright: 'SECRETNAME' },
        IFD2: { BodySerialNumber: 'SECRETSERIAL', MakerNote: 'SECRETNOTE' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 13/1 30/1', GPSMapDatum: 'SECRETPLACE' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>SECRETXMP</rdf:RDF></x:xmpmeta>')
      .withIccProfile('p3')
      .toBuffer();
    for (const word of ['Exif', 'SECRETMAKE', 'SECRETSERIAL', 'SECRETPLACE', 'SECRETXMP', 'ICC_PROFILE'])
      expect([word, full.includes(word)]).toEqual([word, true]);
    const saved = await send(server, await server.signIn(), full);
    const [item] = saved.body.items;
    for (const address of [item.displayUrl, item.thumbnailUrl])
      for (const accept of ['image/webp', '*/*']) {
        const { bytes } = await show(server, address, accept);
        const found = ['SECRET', 'Exif', 'EXIF', 'GPS', 'xmp', 'XMP', 'rdf', 'ICC', 'Photoshop'];
        expect(found.filter((word) => bytes.includes(word))).toEqual([]);
        const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
        expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined));
      }
  });

  it.each([1, 6, 7])('EXIF orientation %i - is stored upright', async (orientation) => {
    // red, green over blue, white; stored as a camera in that position stores it
    const UPRIGHT = ['red', 'green', 'blue', 'white'];
    const square = (fill: string) =>
      `<rect width="40" height="30" fill="${fill === 'green' ? '#0f0' : fill}"`;
    const scene = await sharp(
      ascii(
        `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120" viewBox="0 0 80 60">${UPRIGHT.map((fill, i) => `${square(fill)} x="${(i % 2) * 40}" y="${Math.floor(i / 2) * 30}"/>`).join('')}</svg>`,
      ),
    )
      .png()
      .toBuffer();
    const held: Record<number, (picture: Sharp) => Sharp> = {
      1: (p) => p,
      6: (p) => p.rotate(270),
      7: (p) => p.rotate(90).flop(),
    };
    const turned = await held[orientation]!(sharp(scene)).removeAlpha().png().toBuffer();
    const stored = await sharp(turned).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
    const saved = await send(server, await server.signIn(), stored);
    const { bytes } = await show(server, saved.body.items[0].displayUrl);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([160, 120]);
    const colourAt = (x: number, y: number) => {
      const at = (y * info.width + x) * info.channels;
      const [r, g, b] = [data[at]! > 128, data[at + 1]! > 128, data[at + 2]! > 128];
      return r && g && b ? 'white' : r ? 'red' : g ? 'green' : 'blue';
    };
    expect([colourAt(40, 30), colourAt(120, 30), colourAt(40, 90), colourAt(120, 90)]).toEqual(UPRIGHT);
  });
});
