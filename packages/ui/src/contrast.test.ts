import { readFileSync } from 'node:fs';
import path from 'node:path';

const css = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8');

const COLOR = '(#[0-9a-f]{6})';
const PAIRS = [...css.matchAll(new RegExp(`(--f-[\\w-]+): (?:light-dark\\()?${COLOR}(?:, ${COLOR})?`, 'g'))];
const light = new Map(PAIRS.map(([, name, color]) => [name!, color!]));
const dark = new Map(PAIRS.map(([, name, color, other]) => [name!, other ?? color!]));

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio (WCAG 2.2, 1.4.3). */
function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TEXT_ON: readonly (readonly [text: string, ground: string])[] = [
  ...['--f-ink', '--f-ink-2', '--f-ink-3'].flatMap((ink) =>
    ['--f-bg', '--f-surface', '--f-surface-2'].map((ground) => [ink, ground] as const),
  ),
  ['--f-on-ember', '--f-ember'],
  ['--f-on-ember', '--f-ember-hover'],
  ['--f-ember-ink', '--f-ember-soft'],
  ['--f-ember-ink', '--f-bg'],
  ['--f-red-ink', '--f-bg'],
  ['--f-red-ink', '--f-red-soft'],
  ...['yellow', 'green', 'red', 'blue', 'purple'].map(
    (tone) => [`--f-${tone}-ink`, `--f-${tone}-soft`] as const,
  ),
];

describe.each([
  ['light', light],
  ['dark', dark],
])('text in the %s theme', (_theme, tokens) => {
  it.each(TEXT_ON)('%s on %s - has a contrast of at least 4.5', (text, ground) => {
    expect(contrast(tokens.get(text)!, tokens.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['--f-line-strong', '--f-focus', '--f-ember'])(
    '%s as the edge of a control - has a contrast of at least 3',
    (edge) => {
      expect(contrast(tokens.get(edge)!, tokens.get('--f-surface')!)).toBeGreaterThanOrEqual(3);
    },
  );
});
