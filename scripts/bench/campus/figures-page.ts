import { createServer } from 'node:http';
import { escapeHtml } from '@flint/contracts/escape-html';
import { listening, type Listening } from '@flint/testing/listening';

/** Rows of the latest figures; those before are forgotten. */
const MOST_ROWS = 120;

export type Figures = Readonly<Record<string, string | number>>;

export interface FiguresPage extends Listening {
  /** Shows figures of the last seconds, the newest first. */
  looked(figures: Figures): void;
  /** Shows the row of a drill. */
  drilled(figures: Figures): void;
}

const STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0 0 2rem; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentcolor 15%, transparent); padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; }
td { font-variant-numeric: tabular-nums; }
.wrong { color: light-dark(#b3261e, #ffb4ab); }`;

function tableOf(title: string, rows: readonly Figures[]): string {
  if (rows.length === 0) return '';
  const cells = (tag: string, texts: readonly unknown[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(String(text))}</${tag}>`).join('');
  const lines = rows.map(
    (row) => `<tr${row.wrong ? ' class="wrong"' : ''}>${cells('td', Object.values(row))}</tr>`,
  );
  const head = cells('th', Object.keys(rows[0]!));
  return `<h2>${title}</h2><table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** A page of figures of a campus, which loads itself again. */
export async function startFiguresPage(): Promise<FiguresPage> {
  const [looks, drills]: [Figures[], Figures[]] = [[], []];
  const server = createServer((_request, response) => {
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width"><title>Campus</title><style>${STYLE}</style>
<h1>Campus</h1>${tableOf('Drills', drills)}${tableOf('Load', looks)}`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  return {
    ...(await listening(server)),
    looked: (figures) => void looks.splice(0, looks.length, ...[figures, ...looks].slice(0, MOST_ROWS)),
    drilled: (figures) => void drills.push(figures),
  };
}
