import type { Catalogue } from '@flint/texts/catalogue';
import type { Env } from '../../env';
import { escapeHtml } from '@flint/contracts/escape-html';
import type { Mail } from '../../infra/mail';
import { ENGLISH } from '../../texts/index';
import { CODE_SECONDS } from './codes';

/**
 * The mail with a code. The code comes first in the subject, so that notifications show it. The last line binds it to our host, so that
 * phones offer it only on our page.
 */
export function buildCodeMail(address: string, code: string, env: Env, texts: Catalogue = ENGLISH): Mail {
  const { t } = texts;
  const app = env.APP_NAME;
  const { hostname } = new URL(env.PUBLIC_URL);
  const minutes = CODE_SECONDS / 60;
  const lead = t('Your {app} code is', { app });
  const life = t(
    'It works once, within {minutes} minutes, on {host} only. Nobody from {app} will ever ask you for it.',
    { minutes, host: hostname, app },
  );
  const notYou = t('If you did not ask for a code, ignore this email. Nobody can sign in without the code.');
  const bound = `@${hostname} #${code}`;
  const [appHtml, leadHtml, lifeHtml, notYouHtml, boundHtml] = [app, lead, life, notYou, bound].map(
    escapeHtml,
  );
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
  return {
    to: { address },
    subject: t('{code} is your {app} code', { code, app }),
    text: `${lead}\n\n    ${code}\n\n${life}\n\n${notYou}\n\n${bound}\n`,
    html: `<!doctype html>
<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${appHtml}</title></head>
<body style="margin:0;padding:24px;${font};line-height:1.5">
<div style="max-width:440px;margin:0 auto">
<p style="font-size:20px;font-weight:700;margin:0 0 24px">${appHtml}</p>
<p style="margin:0 0 8px">${leadHtml}</p>
<p style="font-size:34px;font-weight:700;letter-spacing:6px;margin:0 0 24px;font-family:ui-monospace,Menlo,Consolas,monospace">${code}</p>
<p style="margin:0 0 12px">${lifeHtml}</p>
<p style="margin:0 0 24px;opacity:.75">${notYouHtml}</p>
<p style="margin:0;font-size:12px;opacity:.6">${boundHtml}</p>
</div></body></html>
`,
  };
}
