import { ROUTES } from '@flint/contracts';
import { openApiDocument } from '@flint/contracts/openapi';
import { escapeHtml } from '@flint/contracts/escape-html';
import type { Resource } from './resource';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 1rem 0; }
h2 { margin: 0; font-size: 1.1rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
summary { cursor: pointer; padding: .25rem 0; min-height: 1.5rem; }
li { overflow-wrap: anywhere; }
`;
/** The page has no script; its sections fold with plain HTML. */
const CSP = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

const code = (value: unknown) =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;

const shown = (title: string, { content = {} }: Content) =>
  Object.entries(content)
    .filter(([type]) => type === 'application/json')
    .map(
      ([, { schema, example }]) =>
        `<details><summary>${title}: example</summary>${code(example)}</details><details><summary>${title}: schema</summary>${code(schema)}</details>`,
    )
    .join('');

function section(method: string, path: string, operation: Operation): string {
  const { operationId, summary, security, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses);
  return `<section id="${operationId}" aria-labelledby="${operationId}-title">
<h2 id="${operationId}-title"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}. ${security.length > 0 ? 'For a signed-in student.' : 'Without a session.'}</p>
${parameters.length > 0 ? `<ul>${parameters.map((each) => `<li><code>${escapeHtml(each.name)}</code> in ${each.in}${each.required ? '' : ', optional'}</li>`).join('')}</ul>` : ''}
${requestBody ? shown('Body', requestBody) : ''}
${answers.map(([, answer]) => shown('Answer', answer)).join('')}
<ul>${answers.map(([status, { description }]) => `<li><strong>${status}</strong> ${escapeHtml(description)}</li>`).join('')}</ul>
</section>`;
}

function page(title: string, serverUrl: string): string {
  const { paths } = openApiDocument(Object.values(ROUTES), { title, serverUrl }) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/docs/api/style.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>
<p>OpenAPI 3.1: <a href="/openapi.json">/openapi.json</a>. Addresses are below <code>/api/v1</code>. Refusals are problem documents (RFC 9457): branch on <code>code</code>.</p>
${sections.join('\n')}</main></body></html>`;
}

/** The API reference for people: one page made from the contract, without scripts or external files. */
export const apiDocs: Resource = {
  name: 'api-docs',
  mount(router, { env }) {
    // built by the first request
    let html: string | undefined;
    router.get('/docs/api', (ctx) => {
      ctx.set('content-security-policy', CSP);
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = html ??= page(`${env.APP_NAME} API`, env.PUBLIC_URL);
    });
    router.get('/docs/api/style.css', (ctx) => {
      ctx.type = 'text/css; charset=utf-8';
      ctx.body = STYLE;
    });
  },
};
