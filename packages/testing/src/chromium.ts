import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const SYSTEM = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export interface Chromium {
  readonly executablePath: string;
  /** Additional environment variables of the binary. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The browser for tests: CHROME_PATH, else a system Chrome or Chromium, else the one inside @sparticuz/chromium
 * (unpacked once into `.cache/`). Throws one sentence on how to get one.
 */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  const given = env['CHROME_PATH'];
  if (given) {
    if (existsSync(given)) return { executablePath: given, env: {} };
    throw new Error(`CHROME_PATH names ${given}, which does not exist.`);
  }
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  const candidates = [...SYSTEM.flatMap((name) => folders.map((dir) => path.join(dir, name))), MAC];
  const system = candidates.find((file) => existsSync(file));
  return system ? { executablePath: system, env: {} } : packagedChromium();
}

const UNPACK = `
  import chromium, { inflate } from '@sparticuz/chromium';
  import { createRequire } from 'node:module';
  import path from 'node:path';
  await chromium.executablePath();
  const main = createRequire(process.cwd() + '/').resolve('@sparticuz/chromium');
  await inflate(path.join(path.dirname(main), '../bin/al2023.tar.br'));
`;

/** The packaged binary with the libraries and the font for a bare Linux. */
export async function packagedChromium(): Promise<Chromium> {
  const version = await packagedVersion();
  const dir = path.join(REPOSITORY, '.cache', `chromium-${version}`);
  const binary = path.join(dir, 'chromium');
  if (!existsSync(binary)) await unpack(dir);
  return {
    executablePath: binary,
    env: {
      LD_LIBRARY_PATH: path.join(dir, 'al2023/lib'),
      ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: path.join(dir, 'fonts') }),
    },
  };
}

async function packagedVersion(): Promise<string> {
  const file = path.join(REPOSITORY, 'node_modules/@sparticuz/chromium/package.json');
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
  } catch (cause) {
    throw new Error(
      'No browser for the tests: run `npm ci` (it brings @sparticuz/chromium), install Chrome or Chromium, or set CHROME_PATH to one.',
      { cause },
    );
  }
}

/** Unpacks beside the target and renames, so that parallel test workers never see half a binary. */
async function unpack(dir: string): Promise<void> {
  const temporary = `${dir}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], {
    cwd: REPOSITORY,
    env: { ...process.env, TMPDIR: temporary },
  });
  await rename(temporary, dir).catch(() => rm(temporary, { recursive: true, force: true }));
}
