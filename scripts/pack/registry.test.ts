import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addToRegistry } from './registry';

const URL = 'https://flint.campus.edu/packages';
const NAME = '@flint/ui';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'flint-registry-'));
});

function add(version: string, integrity: string, name = NAME) {
  const file = join(mkdtempSync(join(tmpdir(), 'flint-archive-')), `flint-ui-${version}.tgz`);
  writeFileSync(file, integrity);
  return { name, version, file, manifest: { name, version }, integrity };
}
const listed = () => JSON.parse(readFileSync(join(place, NAME), 'utf8'));

describe('the registry of packages', () => {
  it('a raised version - added to the folder of an earlier one - is the latest, and both are listed with their archives', async () => {
    await addToRegistry(place, URL, [add('1.0.0', 'sha512-a')]);
    await addToRegistry(place, URL, [add('1.1.0', 'sha512-b')]);
    expect(listed()).toMatchObject({
      'dist-tags': { latest: '1.1.0' },
      versions: {
        '1.0.0': { dist: { tarball: `${URL}/flint-ui-1.0.0.tgz`, integrity: 'sha512-a' } },
        '1.1.0': { dist: { tarball: `${URL}/flint-ui-1.1.0.tgz`, integrity: 'sha512-b' } },
      },
    });
    for (const version of ['1.0.0', '1.1.0'])
      expect(existsSync(join(place, `flint-ui-${version}.tgz`))).toBe(true);
  });

  it('a version that is there - with the same content, or with other content - stays, or is refused and nothing is written', async () => {
    await addToRegistry(place, URL, [add('1.0.0', 'sha512-a')]);
    await addToRegistry(place, URL, [add('1.0.0', 'sha512-a')]);
    const other = [add('1.0.0', 'sha512-c', '@flint/texts'), add('1.0.0', 'sha512-b')];
    await expect(addToRegistry(place, URL, other)).rejects.toThrow('raise the version in package.json');
    expect(existsSync(join(place, '@flint/texts'))).toBe(false);
    expect(readFileSync(join(place, 'flint-ui-1.0.0.tgz'), 'utf8')).toBe('sha512-a');
  });
});
