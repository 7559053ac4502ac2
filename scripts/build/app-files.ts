import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileOne, compileScript } from './compile-one';
import { inlineBoot } from './inline-boot';
import { hashesOf } from '@flint/remote-build/build/seal';

/** File, drawing and size of every icon of an installed app. */
const ICONS = [
  ['icon-192.png', 'icon.svg', 192],
  ['icon-512.png', 'icon.svg', 512],
  ['icon-maskable-512.png', 'icon-maskable.svg', 512],
  ['apple-touch-icon.png', 'icon-maskable.svg', 180],
] as const;

/** Precedes the first script, which inserts the French manifest. */
const LINKS = `<link rel="manifest" href="/app.webmanifest"><link rel="apple-touch-icon" href="/apple-touch-icon.png">`;

async function drawIcons(src: string, dist: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  await Promise.all(
    ICONS.map(([file, drawing, pixels]) =>
      sharp(join(src, drawing), { density: 600 }).resize(pixels, pixels).png().toFile(join(dist, file)),
    ),
  );
}

/** Copies the manifest, and writes a French one beside it. */
async function writeManifests(src: string, dist: string): Promise<void> {
  const english = await readFile(join(src, 'app.webmanifest'), 'utf8');
  const french = await readFile(join(src, 'app.fr.webmanifest'), 'utf8');
  await writeFile(join(dist, 'app.webmanifest'), english);
  const all = { ...(JSON.parse(english) as object), ...(JSON.parse(french) as object) };
  await writeFile(join(dist, 'app.fr.webmanifest'), JSON.stringify(all));
}

/** Writes the public pages, which need no script and have inline styles. */
async function writePages(src: string, dist: string): Promise<void> {
  const from = join(src, 'pages');
  const fonts = join(src, '../../packages/ui/src/fonts/fonts.css');
  const built = await readdir(dist);
  const style =
    // the build has given the fonts names of their content
    (await readFile(fonts, 'utf8')).replace(/(?<=')[\w-]+(?=\.woff2')/g, (name) => {
      const file = built.find((each) => each.startsWith(`${name}.`) && each.endsWith('.woff2'));
      if (!file) throw new Error(`the build has no font ${name}`);
      return `/${file.slice(0, -'.woff2'.length)}`;
    }) + (await readFile(join(from, 'pages.css'), 'utf8'));
  const pages = (await readdir(from)).filter((name) => name.endsWith('.html'));
  await Promise.all(
    pages.map(async (name) => {
      const page = await readFile(join(from, name), 'utf8');
      await writeFile(join(dist, name), page.replace('<style></style>', `<style>${style}</style>`));
    }),
  );
}

interface KeptFile {
  readonly url: string;
  /** The name contains a content hash. */
  readonly revision: null;
  readonly integrity: string;
}

/** The files that the app needs offline: scripts and styles of this build. The server adds its page (scripts/serve/worker-file.ts). */
async function filesToKeep(dist: string): Promise<KeptFile[]> {
  const files = await hashesOf(dist, /\.[0-9a-f]{10}\.(js|css|svg)$/);
  return Object.entries(files).map(([name, integrity]) => ({ url: `/${name}`, revision: null, integrity }));
}

/** Writes the document in which foreign remotes run, with its only script. It has a hash in its name, so that browsers keep it. */
async function writeFrame(src: string, dist: string): Promise<void> {
  const file = 'frame-guest.js';
  await compileScript(join(src, 'remotes/frame-guest.ts'), { dist, file, target: 'web' });
  const code = (await readFile(join(dist, file), 'utf8')).trim();
  await rm(join(dist, file));
  if (/<\/script|<!--/i.test(code)) throw new Error('the script of the frame would end its document early');
  const page = `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Flint</title></head><body><div id="place"></div><script>${code}</script></body></html>`;
  const hash = createHash('sha256').update(page).digest('hex').slice(0, 10);
  await writeFile(join(dist, `sandbox.${hash}.html`), page);
}

/** Adds manifest, icons and service worker to the built shell. Throws if the worker does not compile. */
export async function addAppFiles(dir: string): Promise<void> {
  const [src, dist] = [join(dir, 'src'), join(dir, 'dist')];
  const page = join(dist, 'index.html');
  await writeFile(page, (await readFile(page, 'utf8')).replace('</title>', `</title>${LINKS}`));
  const { boot } = await import('../../webpack.shared.js');
  const first = boot(dir);
  await compileOne(first);
  await writeFrame(src, dist);
  await inlineBoot(dist, first.output!.path!);
  await writeManifests(src, dist);
  await writePages(src, dist);
  await drawIcons(src, dist);
  const files = await filesToKeep(dist);
  await compileScript(join(src, 'worker/worker.ts'), { dist, file: 'sw.js', target: 'webworker' });
  const worker = join(dist, 'sw.js');
  const code = await readFile(worker, 'utf8');
  const parts = code.split('self.__FLINT_FILES');
  if (parts.length !== 2) throw new Error('the service worker does not ask for its files exactly once');
  await writeFile(worker, parts.join(JSON.stringify(files)));
}
