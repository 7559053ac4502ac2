import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const BOOT_SCRIPT = /<script defer="defer" src="\/(boot\.[0-9a-f]{10}\.js)"><\/script>/;
const BOOT_STYLES = /<link href="\/(boot\.[0-9a-f]{10}\.css)" rel="stylesheet">/;
const MAIN_STYLES = /<link href="\/main\.[0-9a-f]{10}\.css" rel="stylesheet">/;

/** Takes a file of the build that `asked` asks for out of the folder; answers what is in it. Throws when nothing asks for it. */
async function takeIn(html: string, asked: RegExp, dist: string): Promise<string> {
  const name = asked.exec(html)?.[1];
  if (!name) throw new Error(`the page does not ask for ${asked.source}`);
  const text = await readFile(join(dist, name), 'utf8');
  await Promise.all([name, `${name}.map`].map((file) => rm(join(dist, file), { force: true })));
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${name} would end the page early`);
  return text.replace(/\n?\/[/*]# sourceMappingURL=.*\s*$/, '');
}

/** What is sure to be needed, by who needs it: chunks as webpack names them after their comments in the shell. */
const SURE = { student: ['frame', 'data'], french: ['french'] } as const;

/** Addresses of those chunks, as a block of data for `boot.ts`; a build may have them in its other files. */
async function sureBlock(dist: string): Promise<string> {
  const names = (await readdir(dist)).filter((name) => /^\w+\.[0-9a-f]{10}\.(js|css)$/.test(name)).toSorted();
  const filesOf = (chunks: readonly string[]) =>
    names.filter((name) => chunks.includes(name.slice(0, name.indexOf('.')))).map((name) => `/${name}`);
  const files = { student: filesOf(SURE.student), french: filesOf(SURE.french) };
  return `<script type="application/json" id="flint-sure">${JSON.stringify(files)}</script>`;
}

/**
 * Puts the first script and the first styles into the page: they work before the first paint and cost no round trip. The
 * gateway names their hashes in the page's policy. The app's own styles follow what is painted without them: a
 * page shows what stands before a stylesheet, and no deferred script runs ahead of one. Throws when the page is not as expected.
 */
export async function inlineBoot(dist: string): Promise<void> {
  const page = join(dist, 'index.html');
  const html = await readFile(page, 'utf8');
  const [code, styles] = [await takeIn(html, BOOT_SCRIPT, dist), await takeIn(html, BOOT_STYLES, dist)];
  const sure = await sureBlock(dist);
  const rest = MAIN_STYLES.exec(html)?.[0];
  if (!rest) throw new Error('the page does not ask for the styles of the app');
  const finished = html
    .replace(BOOT_STYLES, '')
    .replace(MAIN_STYLES, '')
    .replace(BOOT_SCRIPT, () => `<style>${styles}</style>${sure}<script>${code}</script>`)
    .replace('</body>', () => `${rest}</body>`);
  await writeFile(page, finished);
}
