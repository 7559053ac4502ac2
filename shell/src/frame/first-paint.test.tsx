import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_SCREENS } from '@flint/contracts/shipped-screens';
import { renderScreen } from '@flint/remote-kit/testing';
import { Mark } from '@flint/ui';
import { SignedOutFrame } from './SignedOutFrame';

const page = new DOMParser().parseFromString(
  readFileSync(join(import.meta.dirname, '../index.html'), 'utf8'),
  'text/html',
);

interface Manifest {
  readonly description: string;
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}
const manifest = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8')) as Manifest;

const drawingOf = (root: Element) =>
  [...root.querySelectorAll('path')].map((shape) => shape.getAttribute('d'));

describe('the page before the app', () => {
  it('for a stranger and for a student - draws the mark as the app does', () => {
    const { container } = renderScreen(<Mark />);
    const marks = [...page.querySelectorAll('.f-mark')];
    expect(marks).toHaveLength(2);
    for (const mark of marks) expect(drawingOf(mark)).toEqual(drawingOf(container));
  });

  it('its brand - is shown while sign-in is, also after a student signed out', () => {
    const { dataset } = document.documentElement;
    dataset['session'] = 'in';
    const { container, unmount } = renderScreen(<SignedOutFrame>{null}</SignedOutFrame>);
    expect(dataset['session']).toBe('out');
    const links = [...container.querySelectorAll('.welcome__foot a')];
    expect(links.map((each) => each.getAttribute('href'))).toEqual([
      '/help.html#en',
      '/privacy.html#en',
      '/terms.html#en',
    ]);
    unmount();
    expect(dataset['session']).toBe('in');
  });
});

describe('an installed app', () => {
  it('in French - its description and shortcuts - use the texts of the page and name the same screens', () => {
    const [english, french] = [manifest('app.webmanifest'), manifest('app.fr.webmanifest')];
    const described = page.querySelector('.welcome__tagline .in-french')?.textContent ?? '';
    expect(french.description).toBe(described.replace(/\s+/g, ' ').trim());
    const inFrench = (name: string) => SHIPPED_SCREENS.find(({ title }) => title.en === name)?.title.fr;
    expect(french.shortcuts).toEqual(
      english.shortcuts.map(({ name, url }) => ({ name: inFrench(name), url })),
    );
  });
});
