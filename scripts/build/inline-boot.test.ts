import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineBoot } from './inline-boot';
import { sha384 } from '@flint/remote-build/build/seal';

const HASH = '0123456789';
const PAGE = `<head><script defer="defer" src="/main.${HASH}.js"></script><link href="/main.${HASH}.css" rel="stylesheet"></head><body>Flint</body>`;

const EMPTY = sha384(Buffer.from(''));
const DATA = 'packages_remote-kit_src_data_index_ts';
const names = ['frame.css', 'frame.js', 'main.js', 'other.js', `${DATA}.js`].map((name) =>
  name.replace('.', `.${HASH}.`),
);
const BUILD = {
  student: [`/frame.${HASH}.css`, `/frame.${HASH}.js`, `/${DATA}.${HASH}.js`],
  french: [],
  frame: `/sandbox.${HASH}.html`,
  files: Object.fromEntries(names.map((name) => [name, EMPTY])),
};
const BLOCK = `<script type="application/json" id="flint-build">${JSON.stringify(BUILD)}</script>`;

const FONT = `text-latin.${HASH}.woff2`;

let dist: string;
let boot: string;
beforeEach(() => {
  [dist, boot] = ['dist', 'boot'].map((name) => mkdtempSync(join(tmpdir(), `flint-${name}-`))) as [
    string,
    string,
  ];
});

function built(code: string, page = PAGE): void {
  writeFileSync(join(dist, 'index.html'), page);
  for (const name of [...names, `sandbox.${HASH}.html`, FONT]) writeFileSync(join(dist, name), '');
  writeFileSync(join(boot, `boot.${HASH}.js`), `${code}\n//# sourceMappingURL=boot.js.map`);
  writeFileSync(join(boot, `boot.${HASH}.css`), 'a{}\n/*# sourceMappingURL=boot.css.map*/');
}

describe('the first script and styles', () => {
  it('of a build - are inlined with the hashes of all other files, the fonts are preloaded, and the app’s styles follow the first paint', async () => {
    built("start('$&')");
    await inlineBoot(dist, boot);
    expect(readFileSync(join(dist, 'index.html'), 'utf8')).toBe(
      `<head><style>a{}</style><link rel="preload" as="font" type="font/woff2" href="/${FONT}" crossorigin>${BLOCK}<script>start('$&')</script><script defer="defer" src="/main.${HASH}.js" integrity="${EMPTY}"></script></head><body>Flint<link href="/main.${HASH}.css" rel="stylesheet"></body>`,
    );
  });

  it('that would end the page early - are refused', async () => {
    built('html = "</script>"');
    await expect(inlineBoot(dist, boot)).rejects.toThrow(`boot.${HASH}.js would end the page early`);
  });

  it('with a second script, which no page would load - cause an error', async () => {
    built('start()');
    writeFileSync(join(boot, 'later.js'), '');
    await expect(inlineBoot(dist, boot)).rejects.toThrow('has not one file .js');
  });

  it('for a page without the styles of the app - cause an error', async () => {
    built('start()', '<body></body>');
    await expect(inlineBoot(dist, boot)).rejects.toThrow('the page does not ask for');
  });
});
