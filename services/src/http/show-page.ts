import { createHash } from 'node:crypto';
import { escapeHtml } from '@flint/contracts/escape-html';
import type { Catalogue } from '@flint/texts/catalogue';
import type { Context } from 'koa';
import { textsFor } from './language';

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; }
`;

interface Page {
  readonly heading: string;
  /** HTML. */
  readonly body: string;
  /** Default: the heading. */
  readonly title?: string;
  /** Whether it sends a form. */
  readonly hasForm?: boolean;
  /** Rules of this page alone. */
  readonly style?: string;
}

/** Answers with a page for a link that is opened outside of the app. */
export function showPage(
  ctx: Context,
  { language }: Catalogue,
  { heading, body, title = heading, style = '', hasForm = false }: Page,
): void {
  const rules = STYLE + style;
  const hash = createHash('sha256').update(rules).digest('base64');
  ctx.set({
    'cache-control': 'no-store',
    'content-language': language,
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action ${hasForm ? "'self'" : "'none'"}; frame-ancestors 'none'; base-uri 'none'`,
    'x-robots-tag': 'noindex',
  });
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${rules}</style></head>
<body><main><h1>${escapeHtml(heading)}</h1>
${body}</main></body></html>`;
}

/** Answers a link that leads nowhere with 404 and what to do instead, in the language of the browser. */
export function showDeadLink(ctx: Context, heading: string, advice: string): void {
  const texts = textsFor(ctx);
  ctx.status = 404;
  showPage(ctx, texts, { heading: texts.t(heading), body: `<p>${escapeHtml(texts.t(advice))}</p>` });
}
