import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineBoot } from './inline-boot';
import { sha384 } from '@flint/remote-build/build/seal';

const HASH = '0123456789';
const PAGE = `<head><script defer="defer" src="/boot.${HASH}.js"></script><script defer="defer" src="/main.${HASH}.js"></script><link href="/boot.${HASH}.css" rel="stylesheet"><link href="/main.${HASH}.css" rel="stylesheet"></head><body>Flint</body>`;

const EMPTY = sha384(Buffer.from(''));
const names = ['data.js', 'frame.css', 'frame.js', 'main.js', 'other.js'].map((name) =>
  name.replace('.', `.${HASH}.`),
);
const BUILD = {
  student: [`/data.${HASH}.js`, `/frame.${HASH}.css`, `/frame.${HASH}.js`],
  french: [],
  files: Object.fromEntries(names.map((name) => [name, EMPTY])),
};
const BLOCK = `<script type="application/json" id="flint-build">${JSON.stringify(BUILD)}</script>`;

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'flint-boot-'));
});

function built(code: string, page = PAGE): void {
  writeFileSync(join(dist, 'index.html'), page);
  writeFileSync(join(dist, `boot.${HASH}.js`), `${code}\n//# sourceMappingURL=boot.js.map`);
  for (const name of [
    'frame.0123456789.js',
    'frame.0123456789.css',
    'data.0123456789.js',
    'other.0123456789.js',
    'main.0123456789.js',
  ])
    writeFileSync(join(dist, name), '');
  writeFileSync(join(dist, `boot.${HASH}.css`), 'a{}\n/*# sourceMappingURL=boot.css.map*/');
}

describe('the first script and styles', () => {
  it('of a build - are inlined with the hashes of all other files, and the app’s styles follow the first paint', async () => {
    built("start('$&')");
    await inlineBoot(dist);
    expect(readFileSync(join(dist, 'index.html'), 'utf8')).toBe(
      `<head><style>a{}</style>${BLOCK}<script>start('$&')</script><script defer="defer" src="/main.${HASH}.js" integrity="${EMPTY}"></script></head><body>Flint<link href="/main.${HASH}.css" rel="stylesheet"></body>`,
    );
    expect(existsSync(join(dist, `boot.${HASH}.js`))).toBe(false);
  });

  it('that would end the page early - are refused', async () => {
    built('html = "</script>"');
    await expect(inlineBoot(dist)).rejects.toThrow(`boot.${HASH}.js would end the page early`);
  });

  it('that no page requests - cause an error', async () => {
    built('start()', '<body></body>');
    await expect(inlineBoot(dist)).rejects.toThrow('the page does not ask for');
  });
});
