import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer } from '@flint/testing';
import { exceptionsOf, weekOf } from './opening-hours';
import { readPlaces } from './read-places';
import type { Place } from '@flint/contracts';
import { SAMPLE } from './sample';
import { CAFE } from './testing/cafe';
import { coordinatesOf, walkMinutes } from './walk';

const cafes = (...more: object[]) => JSON.stringify(more.map((each) => ({ ...CAFE, ...each })));

describe('opening hours', () => {
  it('days, lists of days, ranges and past midnight - are read', () => {
    expect(weekOf('Mo-We,Fr 08:00-12:00,13:00-18:00; Sa-Su 20:00-02:00; Su off')).toEqual([
      [],
      ...[1, 2, 3].map(() => [
        { from: 480, to: 720 },
        { from: 780, to: 1080 },
      ]),
      [],
      [
        { from: 480, to: 720 },
        { from: 780, to: 1080 },
      ],
      [{ from: 1200, to: 1560 }],
    ]);
    expect(weekOf('24/7')).toEqual(Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]));
  });

  it.each([
    '',
    'always',
    'Mo',
    'Mo 8-9',
    'Mo 25:00-26:00',
    'Xx 08:00-09:00',
    'Mo-Tu-We 08:00-09:00',
    'Mo 08:00-08:00',
  ])('%j - is refused', (text) => expect(weekOf(text)).toBeNull());

  it.each(['2026-02-30 off', 'tomorrow off', '2026-12-24', '2026-12-24 off; 2026-12-24 off'])(
    'the exception %j - is refused',
    (text) => expect(exceptionsOf(text)).toBeNull(),
  );
});

describe('the walk from the campus', () => {
  const campus = { lat: 43.6629, lon: -79.3957 };
  it.each([
    ['at the campus', campus, 1],
    ['one kilometre north', { lat: 43.6719, lon: -79.3957 }, 17],
    ['one kilometre east, where degrees are shorter', { lat: 43.6629, lon: -79.3833 }, 17],
    ['just within an hour', { lat: 43.696, lon: -79.3957 }, 60],
    ['beyond an hour', { lat: 43.6965, lon: -79.3957 }, null],
    ['on the other side of the earth', { lat: -43.6629, lon: 100.6043 }, null],
  ])('to a place %s - is told in minutes, up to an hour', (_where, to, minutes) => {
    expect(walkMinutes(campus, to)).toBe(minutes);
    expect(walkMinutes(to, campus)).toBe(minutes);
  });

  it.each(['43.6', '43.6,', '91, 0', '0, 181', 'north, west', '1,2,3'])(
    '%j - is no place of a campus',
    (text) => expect(coordinatesOf(text)).toBeNull(),
  );

  it('with CAMPUS_AT - is in the list of a file, and without it is not', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'flint-walk-'));
    const file = path.join(dir, 'places.json');
    await writeFile(file, cafes({}));
    const walks = async (env: Readonly<Record<string, string>>) => {
      await using server = await startTestServer({ env: { PLACES_FILE: file, ...env } });
      const { body } = await (await server.signIn()).call('GET /places');
      return body.items.map(({ walkMinutes: minutes }: Place) => minutes);
    };
    expect(await walks({})).toEqual([null]);
    expect(await walks({ CAMPUS_AT: '43.6, -79.405' })).toEqual([7]);
    await rm(dir, { recursive: true });
  });
});

describe('a list of places', () => {
  it('the sample - has 24 valid rows', () => {
    const { places, problems } = readPlaces(SAMPLE);
    expect(problems).toEqual([]);
    expect(places).toHaveLength(24);
  });

  it.each([
    ['no name', { name: '' }, 'has no name'],
    ['an unknown kind', { kind: 'casino' }, "has the kind 'casino'"],
    ['a latitude off the earth', { lat: 91 }, 'needs a lat'],
    ['a longitude in words', { lon: 'west' }, 'needs a lon'],
    ['an id with spaces', { id: 'my cafe' }, 'has an id'],
    ['hours of words', { hours: 'in the evening' }, 'has hours'],
    ['a bad exception', { exceptions: '25 December' }, 'has exceptions'],
    ['a link that runs', { link: 'javascript:alert(1)' }, 'has a link'],
    ['a link without TLS', { link: 'http://cafe.example' }, 'has a link'],
    ['a picture of another folder', { picture: '../keys.png' }, 'has a picture'],
    ['a picture of another host', { picture: 'https://evil.example/a.png' }, 'has a picture'],
    ['a price of words', { price: 'cheap' }, "has the price 'cheap'"],
    [
      'a phone number in the address',
      { address: 'call +1 416 555 0199' },
      'has a name or an address that reads like a phone number',
    ],
    ['a name that is too long', { name: 'x'.repeat(61) }, 'has a name of more than 60'],
    ['a mistyped column', { adress: 'here' }, 'has a column that is not known: adress'],
    ['the id of an earlier row', { id: 'fine' }, "has the id 'fine'"],
  ])('a row with %s - is skipped with one message; the others are used', (_what, wrong, sentence) => {
    const { places, problems } = readPlaces(cafes({ id: 'fine' }, wrong, { id: 'last' }));
    expect(places.map(({ id }) => id)).toEqual(['fine', 'last']);
    expect(problems).toEqual([expect.stringContaining(`Place 2 ${sentence}`)]);
  });

  it('CSV with a byte order mark, quotes and CRLF - is read; a bad line is named', () => {
    const lines = [
      '\uFEFFid,name,kind,address,lat,lon,hours,price,noise,stepFree,indoor',
      'a,"Café ""A"", upstairs",bar,"1, Elm Street",1,2,Mo 18:00-23:00,0,quiet,yes,no',
      'b,B,bar,here,1,2,never',
    ];
    const { places, problems } = readPlaces(lines.join('\r\n'));
    expect(places).toMatchObject([
      {
        id: 'a',
        name: 'Café "A", upstairs',
        address: '1, Elm Street',
        mapUrl: 'https://www.openstreetmap.org/?mlat=1&mlon=2#map=18/1/2',
        price: 0,
        noise: 'quiet',
        stepFree: true,
        indoor: false,
        picture: null,
        link: null,
      },
    ]);
    expect(problems).toEqual([expect.stringContaining('The row that ends on line 3 has hours')]);
  });

  it.each(['{"places": 3}', '[{]', 'id,name\n"a', '[7]'])('%j - is no list', (text) =>
    expect(() => readPlaces(text)).toThrow(),
  );
});

describe('GET /places', () => {
  it('signed in - answers the list with the zone and an ETag, and 304 for a known ETag', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    const { status, body, headers } = await ann.call('GET /places');
    expect(status).toBe(200);
    expect(body.items).toHaveLength(24);
    expect(body.timezone).toBe('America/Toronto');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const etag = headers.get('etag')!;
    // by http.request, like a browser: Node's fetch() would ask for an uncached copy
    const ask = (tag: string) =>
      ann.call('GET /places', undefined, { 'if-none-match': tag, 'cache-control': 'max-age=0' });
    expect((await ask(etag)).status).toBe(304);
    expect((await ask('"other"')).status).toBe(200);
  });

  it('a changed file - is read again; a malformed one leaves the previous list', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'places-'));
    const file = path.join(folder, 'places.json');
    let second = 1_700_000_000;
    const write = async (text: string) => {
      await writeFile(file, text);
      await utimes(file, second, (second += 10));
    };
    await write(cafes({ id: 'one', picture: 'one.png' }, { id: 'two' }));
    await writeFile(path.join(folder, 'one.png'), 'a picture');
    await writeFile(path.join(folder, 'keys.png'), 'a secret');
    await using server = await startTestServer({ env: { PLACES_FILE: file } });
    const ann = await server.signIn();
    const ids = async () => (await ann.call('GET /places')).body.items.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual(['one', 'two']);
    const picture = (name: string) => fetch(`${server.url}/storage/v1/places/${name}`);
    const [one, two] = (await ann.call('GET /places')).body.items;
    expect([one.picture, two.picture]).toEqual(['/storage/v1/places/one.png', null]);
    const shown = await picture('one.png');
    expect([shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      'image/png',
      'public, max-age=3600',
    ]);
    expect(await shown.text()).toBe('a picture');
    // the largest one
    await writeFile(path.join(folder, 'one.png'), Buffer.alloc(1_000_000));
    expect((await picture('one.png')).status).toBe(200);
    for (const name of ['keys.png', 'places.json', '..%2Fplaces.json', 'one.png%00'])
      expect((await picture(name)).status).not.toBe(200);
    await write(cafes({ id: 'one' }, { id: 'three' }, { kind: 'casino' }));
    expect(await ids()).toEqual(['one', 'three']);
    expect(server.logged()).toContain("Place 3 has the kind 'casino'");
    await write('[{ broken');
    expect(await ids()).toEqual(['one', 'three']);
    expect(server.logged()).toContain('the list before stays');
    await rm(file);
    expect(await ids()).toEqual(['one', 'three']);
    await write(cafes({ id: 'four' }));
    expect(await ids()).toEqual(['four']);
  });

  it('a real campus without a file - has no sample places', async () => {
    const { placesOf } = await import('./places');
    const env = { NODE_ENV: 'production', UNIVERSITY_TIMEZONE: 'Europe/Paris' };
    const { list } = await placesOf({ env, log: {} } as never);
    expect(list).toEqual([]);
  });
});
