import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { escapeHtml } from '@flint/contracts/escape-html';
import { hashOf } from './html';
import { sendPacked } from './packed';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';
import type { Inline } from './security-headers';
import { testBanner, type TestRelease } from './test-release';

/** The operator's names, written into the page before any script runs. */
export interface PageNames {
  readonly appName: string;
  readonly universityName: string;
  readonly safetyContacts: readonly {
    readonly name: string;
    readonly label: string;
    readonly url: string;
  }[];
  readonly safetyEmail?: string | undefined;
}

/** The default contact of `.env.example`, in both languages; the operator names others in one language. */
const EMERGENCY = { en: 'Emergency services', fr: 'Services d’urgence' } as const;

const contactLinks = ({ safetyContacts }: PageNames, language: keyof typeof EMERGENCY): string =>
  safetyContacts
    .map(({ name, label, url }) => {
      const called = name === EMERGENCY.en ? EMERGENCY[language] : name;
      const colon = language === 'fr' ? ' : ' : ': ';
      return `${escapeHtml(called)}${colon}<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
    })
    .join('; ');

/** Whom those write to who cannot sign in. */
const contactLink = ({ safetyEmail, universityName }: PageNames): string =>
  safetyEmail
    ? `<a href="mailto:${escapeHtml(safetyEmail)}">${escapeHtml(safetyEmail)}</a>`
    : escapeHtml(universityName);

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

const PAGE = { type: 'text/html; charset=utf-8', escape: escapeHtml } as const;
const MANIFEST = { type: 'application/manifest+json', escape: escapeJson } as const;

/** Files with the operator's names. */
const TEMPLATES = {
  'index.html': PAGE,
  'help.html': PAGE,
  'privacy.html': PAGE,
  'terms.html': PAGE,
  'app.webmanifest': MANIFEST,
  'app.fr.webmanifest': MANIFEST,
} as const;

/** Those that are no page of the app: the manifests by language, and the public pages. */
export const NAMED_FILES = (Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[]).filter(
  (file) => file !== 'index.html',
);

/** The id of the page's data block with the content of `/remotes.json`. */
const ADDRESSES_ID = 'flint-remotes';

/** The content of all elements of that name without attributes. */
function contentsOf(html: string, name: 'script' | 'style'): string[] {
  const [open, end] = [`<${name}>`, `</${name}>`];
  return html
    .split(open)
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(0, rest.indexOf(end))));
}

/** A cache for the last template, which changes only with a build. */
let hashed: { readonly template: string; readonly inline: Inline } | undefined;

/** The hashes of a page's inline content (CSP 3). */
export function hashInline(html: string): Inline {
  const hashesOf = (name: 'script' | 'style') => contentsOf(html, name).map(hashOf);
  return { scripts: hashesOf('script'), styles: hashesOf('style') };
}

function inlineOf(template: string): Inline {
  if (hashed?.template !== template) hashed = { template, inline: hashInline(template) };
  return hashed.inline;
}

/** A data block, which every policy allows; its content is escaped. */
const dataBlock = (remotes: RemoteAddresses) =>
  `<script type="application/json" id="${ADDRESSES_ID}">${JSON.stringify(remotes).replaceAll('<', '\\u003c')}</script>`;

/** Inserts the operator's names into a page, or with another `escape` into another file. */
export const withNames = (template: string, names: PageNames, escape = escapeHtml): string =>
  template
    .replaceAll('%APP_NAME%', () => escape(names.appName))
    .replaceAll('%UNIVERSITY_NAME%', () => escape(names.universityName))
    .replaceAll('%CONTACT%', () => contactLink(names))
    .replaceAll('%SAFETY_CONTACTS%', () => contactLinks(names, 'en'))
    .replaceAll('%SAFETY_CONTACTS_FR%', () => contactLinks(names, 'fr'));

/** The page as a cache gets it, with the operator's names only; null if the shell is not built. */
export async function readPlainPage(
  shellDir: string,
  names: PageNames,
): Promise<{ readonly html: string; readonly inline: Inline } | null> {
  const template = await readFile(join(shellDir, 'index.html'), 'utf8').catch(() => null);
  return template === null ? null : { html: withNames(template, names), inline: inlineOf(template) };
}

/** Sends the shell's page or manifest with the operator's names; returns false if the shell is not built. */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  options: {
    readonly shellDir: string;
    readonly names: PageNames;
    /** The headers of a page with this content. */
    readonly headers: (inline: Inline) => OutgoingHttpHeaders;
    readonly file?: keyof typeof TEMPLATES;
    /** Content for a page that a student opens, so that the shell need not request it. A cached page has none. */
    readonly remotes?: RemoteAddresses;
    /** The test release that this browser has opened, for the banner. */
    readonly test?: TestRelease;
    /** Whether this is a tester's browser: the shell offers the panel 'Remotes'. */
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
  const inline = inlineOf(template);
  await sendPacked(request, response, {
    text: html,
    headers: {
      ...headers(banner ? { ...inline, styles: [...inline.styles, banner.style] } : inline),
      'content-type': type,
      'cache-control': test || isForTester ? 'private, no-store' : 'no-cache',
      vary: 'accept, accept-encoding',
    },
  });
  return true;
}
