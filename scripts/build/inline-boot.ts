import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashesOf } from '@flint/remote-build/build/seal';

const HASHED = /\.[0-9a-f]{10}\.(js|css)$/;
const FONT = /\.woff2$/;
const MAIN_STYLES = /<link href="\/main\.[0-9a-f]{10}\.css" rel="stylesheet">/;

/** The content of the one file of this kind in the folder of the first script. Throws if there are more, or it would end the page early. */
async function readOnly(folder: string, extension: string): Promise<string> {
  const [name, ...others] = (await readdir(folder)).filter((file) => file.endsWith(extension));
  if (!name || others.length > 0) throw new Error(`${folder} has not one file ${extension}`);
  const text = await readFile(join(folder, name), 'utf8');
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${name} would end the page early`);
  return text.replace(/\n?\/[/*]# sourceMappingURL=.*\s*$/, '');
}

/** The chunks that are certainly needed, by kind of visitor; named by the webpack comments in the shell. */
const SURE = { student: ['frame', 'packages_remote-kit_src_data_index_ts'], french: ['french'] } as const;

interface Build {
  /** Addresses of those chunks. */
  readonly student: readonly string[];
  readonly french: readonly string[];
  /** Address of the document in which foreign remotes run. */
  readonly frame: string;
  /** Name -> sha384 of every script and stylesheet. */
  readonly files: Readonly<Record<string, string>>;
}

async function readBuild(dist: string): Promise<Build> {
  const files = await hashesOf(dist, HASHED);
  const names = Object.keys(files);
  const frame = `/${(await readdir(dist)).find((name) => /^sandbox\.\w+\.html$/.test(name)) ?? ''}`;
  const filesOf = (chunks: readonly string[]) =>
    names.filter((name) => chunks.includes(name.slice(0, name.indexOf('.')))).map((name) => `/${name}`);
  return { student: filesOf(SURE.student), french: filesOf(SURE.french), frame, files };
}

/** Tags that request the fonts with the page, so that its first screen has them. */
async function fontTags(dist: string): Promise<string> {
  const fonts = (await readdir(dist)).filter((name) => FONT.test(name)).toSorted();
  const tag = (name: string) =>
    `<link rel="preload" as="font" type="font/woff2" href="/${name}" crossorigin>`;
  return fonts.map(tag).join('');
}

/** Adds the integrity hash to every tag that requests a file of the build. */
const withIntegrity = (html: string, { files }: Build) =>
  html.replace(/(src|href)="\/([^"/]+)"/g, (asked, _attribute, name: string) =>
    files[name] ? `${asked} integrity="${files[name]}"` : asked,
  );

/**
 * Inlines the first script and the first styles, which a folder of their own has: they work before the first paint, without a round trip. The
 * gateway adds their hashes to the page's policy. The app's styles follow the content that is painted without them: a
 * browser paints what precedes a stylesheet, and runs no deferred script before it. Throws if the page is not as expected.
 */
export async function inlineBoot(dist: string, boot: string): Promise<void> {
  const page = join(dist, 'index.html');
  const html = await readFile(page, 'utf8');
  const [code, styles] = [await readOnly(boot, '.js'), await readOnly(boot, '.css')];
  const build = await readBuild(dist);
  // a block of data for `boot.ts`
  const block = `<script type="application/json" id="flint-build">${JSON.stringify(build)}</script>`;
  const fonts = await fontTags(dist);
  const rest = MAIN_STYLES.exec(html)?.[0];
  if (!rest) throw new Error('the page does not ask for the styles of the app');
  const finished = html
    .replace(MAIN_STYLES, '')
    .replace(
      '<script defer',
      () => `<style>${styles}</style>${fonts}${block}<script>${code}</script><script defer`,
    )
    .replace('</body>', () => `${rest}</body>`);
  await writeFile(page, withIntegrity(finished, build));
}
