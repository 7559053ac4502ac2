import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_SCREENS } from '@flint/contracts/shipped-screens';
import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { addTexts } from '@flint/texts';
import { fr } from '../texts/fr';
import { SignedOutFrame } from './SignedOutFrame';

const page = globalThis as unknown as { flintTexts: { language: string } };
const { config } = fakePlatform();

/** The brand of the page as the gateway sends it, in one language as first-paint.css shows it. */
function brandInPage(other: '.in-english' | '.in-french'): Element {
  const html = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')
    .replaceAll('%APP_NAME%', config.appName)
    .replaceAll('%UNIVERSITY_NAME%', config.universityName);
  const brand = new DOMParser().parseFromString(html, 'text/html').querySelector('.first-paint-out > header');
  if (!brand) throw new Error('the page has no brand');
  for (const element of brand.querySelectorAll(other)) element.remove();
  return brand;
}

interface Manifest {
  readonly description: string;
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}
const manifest = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8')) as Manifest;

const wordsOf = (root: Element) =>
  (root.textContent ?? '')
    .replace(/[ \n]+/g, ' ')
    .replace(/ (?=\p{Lu})/gu, '')
    .trim();
const drawingsOf = (root: Element) =>
  [...root.querySelectorAll('path, circle')].map((shape) => [
    shape.getAttribute('d'),
    shape.getAttribute('cx'),
  ]);

afterAll(() => {
  page.flintTexts.language = 'en';
});

describe('the page before the app', () => {
  it.each([
    ['en', '.in-french'],
    ['fr', '.in-english'],
  ] as const)('for a stranger - in %s - says and draws what the app puts in its place', (language, other) => {
    page.flintTexts.language = language;
    addTexts(fr);
    const { container } = renderScreen(<SignedOutFrame>{null}</SignedOutFrame>);
    const shown = container.querySelector('header');
    if (!shown) throw new Error('the app has no brand');
    const inPage = brandInPage(other);
    expect(wordsOf(inPage)).toBe(wordsOf(shown));
    expect(drawingsOf(inPage)).toEqual(drawingsOf(shown));
  });
});

describe('an installed app', () => {
  it('in French - its description and shortcuts - use the texts of the catalogue and name the same screens', () => {
    const [english, french] = [manifest('app.webmanifest'), manifest('app.fr.webmanifest')];
    const described = fr['Lightning-fast dating for {university}’s students.'] as string;
    expect(french.description).toBe(described.replace('{university}', '%UNIVERSITY_NAME%'));
    const inFrench = (name: string) => SHIPPED_SCREENS.find(({ title }) => title.en === name)?.title.fr;
    expect(french.shortcuts).toEqual(
      english.shortcuts.map(({ name, url }) => ({ name: inFrench(name), url })),
    );
  });
});
