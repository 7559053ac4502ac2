import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** preload off: axe would copy the remotes' stylesheets into inline ones, which our CSP refuses. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits for color transitions, which would be false findings, but not for endless animations (spinners). */
const SETTLED = `Promise.allSettled(
  document.getAnimations()
    .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    .map((animation) => animation.finished),
)`;

/** Runs axe after the page's transitions; throws with each violated rule and element. */
export async function expectAccessible(page: Page): Promise<void> {
  // a second check of a document does not parse axe again
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(await readFile(AXE, 'utf8'));
  await page.evaluate(SETTLED);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'], preload: false }).then((r) => r.violations)`,
  )) as readonly Violation[];
  if (violations.length === 0) return;
  const lines = violations.flatMap(({ id, help, nodes }) => [
    `${id}: ${help}`,
    ...nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}\n    ${failureSummary ?? ''}`),
  ]);
  throw new Error(`axe found ${violations.length} violations on ${page.url()}\n${lines.join('\n')}`);
}
