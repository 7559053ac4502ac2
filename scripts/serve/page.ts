import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { etagOf } from './etag';
import { escapeHtml, hashOf } from './html';
import type { RemoteAddresses } from './remotes-json';
import type { Inline } from './security-headers';
import { testBanner, type TestRelease } from './test-release';

/** What the operator named things, written into the page so that it is right before any script runs. */
export interface PageNames {
  readonly appName: string;
  readonly universityName: string;
  /** Whom to call in danger (SAFETY_CONTACTS). */
  readonly safetyContacts: readonly {
    readonly name: string;
    readonly label: string;
    readonly url: string;
  }[];
}

/** What `.env.example` calls it; other contacts are named by the operator, in one language. */
const EMERGENCY = { en: 'Emergency services', fr: 'Services d’urgence' } as const;

const contactLinks = ({ safetyContacts }: PageNames, language: keyof typeof EMERGENCY): string =>
  safetyContacts
    .map(({ name, label, url }) => {
      const called = name === EMERGENCY.en ? EMERGENCY[language] : name;
      const colon = language === 'fr' ? ' : ' : ': ';
      return `${escapeHtml(called)}${colon}<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
    })
    .join('; ');

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Files beside the app's page that carry the operator's names: what an installed app is called, by language, and what everybody may read. */
export const NAMED_FILES = [
  'app.webmanifest',
  'app.fr.webmanifest',
  'help.html',
  'privacy.html',
  'terms.html',
] as const;

const PAGE = { type: 'text/html; charset=utf-8', escape: escapeHtml } as const;
const MANIFEST = { type: 'application/manifest+json', escape: escapeJson } as const;

/** What carries the operator's names. */
const TEMPLATES = {
  'index.html': PAGE,
  'help.html': PAGE,
  'privacy.html': PAGE,
  'terms.html': PAGE,
  'app.webmanifest': MANIFEST,
  'app.fr.webmanifest': MANIFEST,
} as const;

const PACKERS = [
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
] as const;

/** Pages sent last, packed: by encoding and ETag. */
const packed = new Map<string, Promise<Buffer>>();
const PACKED_MOST = 100;

function packedOnce(key: string, pack: () => Promise<Buffer>): Promise<Buffer> {
  const before = packed.get(key);
  if (before) return before;
  if (packed.size >= PACKED_MOST) packed.clear();
  const now = pack();
  packed.set(key, now);
  now.catch(() => packed.delete(key));
  return now;
}

/** Id of the block of data in the page that says what `/remotes.json` would. */
const ADDRESSES_ID = 'flint-remotes';

/** What stands in the elements of that name without attributes, as the build writes them. */
function contentsOf(html: string, name: 'script' | 'style'): string[] {
  const [open, end] = [`<${name}>`, `</${name}>`];
  return html
    .split(open)
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(0, rest.indexOf(end))));
}

/** Of the template read last: it changes with a build and not from request to request. */
let hashed: { readonly template: string; readonly inline: Inline } | undefined;

/** What the build has put into the page, by its hashes (CSP 3). */
function inlineOf(template: string): Inline {
  if (hashed?.template !== template) {
    const hashesOf = (name: 'script' | 'style') => contentsOf(template, name).map(hashOf);
    hashed = { template, inline: { scripts: hashesOf('script'), styles: hashesOf('style') } };
  }
  return hashed.inline;
}

/** A block of data: no policy forbids it, and nothing in it can end it. */
const dataBlock = (remotes: RemoteAddresses) =>
  `<script type="application/json" id="${ADDRESSES_ID}">${JSON.stringify(remotes).replaceAll('<', '\\u003c')}</script>`;

/** A page, or with another `escape` another file, with the operator's names in it. */
export const withNames = (template: string, names: PageNames, escape = escapeHtml): string =>
  template
    .replaceAll('%APP_NAME%', () => escape(names.appName))
    .replaceAll('%UNIVERSITY_NAME%', () => escape(names.universityName))
    .replaceAll('%SAFETY_CONTACTS%', () => contactLinks(names, 'en'))
    .replaceAll('%SAFETY_CONTACTS_FR%', () => contactLinks(names, 'fr'));

/** Sends the shell's page, or its manifest, with the operator's names in it; answers false when the shell is not built. */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  options: {
    readonly shellDir: string;
    readonly names: PageNames;
    /** Headers of a page with this in it. */
    readonly headers: (inline: Inline) => OutgoingHttpHeaders;
    readonly file?: keyof typeof TEMPLATES;
    /** Written into the page that somebody opens: the shell need not ask for them. What keeps the page gets it without. */
    readonly remotes?: RemoteAddresses;
    /** A test release that this browser has opened: the page says so. */
    readonly test?: TestRelease;
    /** The browser of a tester: the shell offers the panel 'Remotes'. */
    readonly isForTester?: boolean;
  },
): Promise<boolean> {
  const { shellDir, names, headers, file = 'index.html', remotes, test, isForTester = false } = options;
  const { type, escape } = TEMPLATES[file];
  const template = await readFile(join(shellDir, file), 'utf8').catch(() => null);
  if (template === null) return false;
  const isOpened = remotes && /\btext\/html\b/.test(String(request.headers.accept ?? ''));
  const banner = test && isOpened ? testBanner(test) : null;
  const html = withNames(template, names, escape)
    .replace('</title>', (end) =>
      [
        end,
        banner?.head ?? '',
        isForTester && isOpened ? '<meta id="flint-tester">' : '',
        isOpened ? dataBlock(remotes) : '',
      ].join(''),
    )
    .replace('<body>', (start) => start + (banner?.body ?? ''));
  const etag = etagOf(html);
  const inline = inlineOf(template);
  const all: OutgoingHttpHeaders = {
    ...headers(banner ? { ...inline, styles: [...inline.styles, banner.style] } : inline),
    'content-type': type,
    'cache-control': test || isForTester ? 'private, no-store' : 'no-cache',
    etag,
    vary: 'accept, accept-encoding',
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, all).end();
    return true;
  }
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const packer = PACKERS.find(([encoding]) => new RegExp(`\\b${encoding}\\b`).test(accepted));
  const body = packer
    ? await packedOnce(packer[0] + etag, () => packer[1](html) as Promise<Buffer>)
    : Buffer.from(html);
  response.writeHead(200, {
    ...all,
    'content-length': body.length,
    ...(packer && { 'content-encoding': packer[0] }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}
