import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemote, TOOLCHAINS, type Toolchain } from './create';

const PACKAGES = 'https://flint.campus.edu/packages/';

describe('createRemote', () => {
  it('refused - in a folder with spaces - leaves nothing, and the next try succeeds', () => {
    const dir = mkdtempSync(join(tmpdir(), 'flint create-'));
    const to = join(dir, 'clubs');
    const refused = (id: string, options?: Parameters<typeof createRemote>[2]) =>
      expect(() => createRemote(id, to, options));
    refused('Clubs').toThrow('short name of small letters');
    refused('clubs', { toolchain: 'parcel' as Toolchain }).toThrow(
      'There is no template for parcel: webpack, rspack, vite, own-react.',
    );
    refused('clubs', { packages: '../packages' }).toThrow('takes the address of a registry');
    expect(readdirSync(dir)).toEqual([]);
    expect(createRemote('clubs', to)).toContain('package.json');
    expect(readdirSync(dir)).toEqual(['clubs']);
    refused('clubs').toThrow('clubs is there already.');
  });

  it.each(TOOLCHAINS)(
    'a remote built by %s - created - has at most 60 lines of configuration, and no placeholder',
    (toolchain) => {
      const to = join(mkdtempSync(join(tmpdir(), 'flint create-')), 'clubs');
      const files = createRemote('clubs', to, { toolchain, packages: PACKAGES });
      const read = (file: string) => readFileSync(join(to, file), 'utf8');
      const configuration = files.filter((file) => !file.startsWith('src/') && file !== 'README.md');
      const lines = configuration.flatMap((file) => read(file).trimEnd().split('\n'));
      expect([lines.length <= 60, lines.length]).toEqual([true, expect.any(Number)]);
      expect(files.map(read).join('\n')).not.toMatch(/__\w+__/);
      expect(read('.npmrc')).toBe(`@flint:registry=${PACKAGES}\n`);
    },
  );
});
