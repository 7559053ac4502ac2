import type { Page } from 'playwright-core';
import { FRENCH } from './words';

/** A visible or spoken text of a page, and its place. */
interface Shown {
  readonly text: string;
  /** Its tag, or tag and attribute. */
  readonly at: string;
  /** Whether it came from the catalogue; only the pseudo-language shows that. */
  readonly translated: boolean;
}

/**
 * All texts of the page but those that are not translated: names, what students wrote (`translate="no"`, values of fields), times and code.
 * A bracket that opens in one element and closes in another includes what is between them.
 */
function readTexts(): Shown[] {
  // the page before the app has both languages in itself
  const SKIPPED =
    'script, style, noscript, time, code, kbd, textarea, [translate="no"], .in-english, .in-french';
  const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  const shown: Shown[] = [];
  let depth = 0;
  const add = (text: string, at: string, start: number) => {
    let inside = start;
    let outside = '';
    for (const letter of text) {
      if (letter === '⟦') inside += 1;
      else if (letter === '⟧') inside -= 1;
      else if (inside === 0) outside += letter;
    }
    if (/\p{L}/u.test(text)) shown.push({ text: text.trim(), at, translated: !/\p{L}/u.test(outside) });
    return inside;
  };
  const isSeen = (element: Element) =>
    // without a box of its own, but with its children
    getComputedStyle(element).display === 'contents' ||
    (element.tagName === 'OPTION' ? element.parentElement?.checkVisibility() : element.checkVisibility());
  const read = (element: Element) => {
    if (element.matches(SKIPPED) || !isSeen(element)) return;
    const at = element.tagName.toLowerCase();
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value) add(value, `${at}[${name}]`, 0);
    }
    for (const node of element.childNodes) {
      if (node instanceof Text) depth = add(node.data, at, depth);
      else if (node instanceof Element) read(node);
    }
  };
  add(document.title.split(' · ')[0] ?? '', 'title', 0);
  read(document.body);
  return shown;
}

async function shownOn(page: Page): Promise<Shown[]> {
  const shown = await page.evaluate(readTexts);
  expect(shown.length).toBeGreaterThan(5);
  return shown;
}

/** Fails if the page has a text of the catalogue in English, or looked one up that has no French. */
export async function expectFrench(page: Page): Promise<void> {
  const shown = await shownOn(page);
  const english = shown.filter(({ text }) => text in FRENCH && FRENCH[text] !== text);
  expect(english.map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
  const missing = await page.evaluate(() => [
    ...((globalThis as unknown as { flintTexts?: { missing: Set<string> } }).flintTexts?.missing ?? []),
  ]);
  expect(missing).toEqual([]);
  expect(await page.getAttribute('html', 'lang')).toBe('fr-CA');
  expect(await page.locator('.in-english:visible').allTextContents()).toEqual([]);
}

/** Fails if the page, in the pseudo-language, has a text that is not from the catalogue. */
export async function expectTranslated(page: Page): Promise<void> {
  const bare = (await shownOn(page)).filter(({ translated }) => !translated);
  expect(bare.map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
}
