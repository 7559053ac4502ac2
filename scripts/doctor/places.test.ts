import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnv } from '@flint/services';
import { checkPlaces } from './places';

const HEAD = 'id,name,kind,address,lat,lon,hours';
const CAFE = 'cafe,Café Nine,off_campus_cafe,9 Elm Street,43.6,-79.4,Mo-Fr 08:00-21:00';

const dir = mkdtempSync(path.join(tmpdir(), 'flint-doctor-places-'));

async function found(settings: Record<string, string>) {
  return (await checkPlaces(readEnv(settings))).map(({ verdict, text }) => `${verdict}: ${text}`);
}
async function foundIn(...lines: string[]) {
  const file = path.join(dir, 'places.csv');
  await writeFile(file, lines.join('\n'));
  return (await found({ PLACES_FILE: file })).map((text) => text.replace(file, 'FILE'));
}

describe('the list of places', () => {
  it('not set - is no problem on this machine - and reported in production', async () => {
    expect(await found({})).toEqual([]);
    expect(await found({ PUBLIC_URL: 'https://flint.campus.edu' })).toEqual([
      expect.stringMatching(/^warning: no PLACES_FILE: /),
    ]);
  });

  it('valid - is counted; with bad rows - names the first and how to see all', async () => {
    expect(await foundIn(HEAD, CAFE)).toEqual(['ok: 1 in FILE']);
    expect(await foundIn(HEAD, CAFE, CAFE, CAFE.replace('cafe', 'bar').replace('43.6', 'north'))).toEqual([
      expect.stringMatching(
        /^warning: 1 in FILE, 2 rows left out: The row that ends on line 3 has the id 'cafe' .* npx flint operate places check$/,
      ),
    ]);
    expect(await foundIn(HEAD)).toEqual(['warning: FILE holds no place']);
  });

  it('missing, or without a valid row - is reported, though Flint starts', async () => {
    expect(await found({ PLACES_FILE: path.join(dir, 'none.csv') })).toEqual([
      expect.stringMatching(/^warning: .*none\.csv cannot be used, nobody is offered a place: ENOENT/),
    ]);
    expect(await foundIn(HEAD, CAFE.replace('Mo-Fr', 'Mo-Xy'))).toEqual([
      expect.stringMatching(/^warning: FILE cannot be used/),
    ]);
  });
});
