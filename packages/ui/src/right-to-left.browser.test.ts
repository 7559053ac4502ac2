import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openPage, useBrowser } from '@flint/testing/browser';
import { t } from '@flint/texts';

const base = readFileSync(path.join(import.meta.dirname, 'base.css'), 'utf8');
const STYLE = `<style>${base.slice(base.indexOf(';') + 1)}</style>`;

const browser = useBrowser();

/** A page's parts as Chromium draws them, from left to right. */
async function drawn(html: string, parts: readonly string[]): Promise<string[]> {
  await using opened = await openPage(browser);
  const { page } = opened;
  await page.setContent(`${STYLE}<p>${html}</p>`);
  const places = await page.evaluate((all) => {
    const texts = document.createTreeWalker(document.querySelector('p')!, NodeFilter.SHOW_TEXT);
    const found: [left: number, part: string][] = [];
    while (texts.nextNode())
      for (const part of all) {
        const at = texts.currentNode.textContent!.indexOf(part);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + part.length);
        found.push([range.getBoundingClientRect().left, part]);
      }
    return found;
  }, parts);
  return places.toSorted(([a], [b]) => a - b).map(([, part]) => part);
}

const element = (name: string) => `<span translate="no">${name}</span>, 21`;
const sentence = (name: string) => t('{name}: {time}', { name, time: '6 PM' });

it.each([
  { name: 'ليلى', write: element, after: [',', '21'] },
  { name: 'דנה', write: element, after: [',', '21'] },
  { name: 'ليلى', write: sentence, after: [':', '6', 'PM'] },
  { name: 'דנה', write: sentence, after: [':', '6', 'PM'] },
])('the name $name - stands before what follows it: $after', async ({ name, write, after }) => {
  expect(await drawn(write(name), [name, ...after])).toEqual([name, ...after]);
});
