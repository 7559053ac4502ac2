import { createHash } from 'node:crypto';
import { escapeHtml } from '@flint/contracts/escape-html';
import type { OutboxMail } from '../../infra/mailer-outbox';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.25rem; margin: 0; }
p.note { margin: 0 0 1.5rem; opacity: .7; }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 12px; padding: 1rem; margin: 0 0 1rem; }
article h2 { font-size: 1.25rem; margin: 0; overflow-wrap: anywhere; }
article p { margin: 0 0 .5rem; opacity: .7; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace; }
`;

/** Content security policy of the page: its one style, by hash, and nothing else. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const article = ({ to, subject, sentAt, text, calendar }: OutboxMail) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>to ${escapeHtml(to.address)}, <time datetime="${sentAt.toISOString()}">${sentAt.toISOString().slice(11, 19)} UTC</time></p>
<pre>${escapeHtml(text)}</pre>
${calendar ? `<p>with ${escapeHtml(calendar.fileName)}</p>\n` : ''}</article>`;

/** The outbox as a page that reloads itself; all content is escaped. */
export const outboxPage = (appName: string, mails: readonly OutboxMail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="4">
<title>${mails[0] ? `${escapeHtml(mails[0].subject)} · ` : ''}Outbox · ${escapeHtml(appName)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p class="note">Mail ${escapeHtml(appName)} would have sent, newest first. Set SMTP_URL to really send it.</p>
${mails.length > 0 ? mails.map(article).join('\n') : '<p>No mail yet. Ask for a code and it appears here.</p>'}
</main>
</body>
</html>
`;
