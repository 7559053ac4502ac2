import { firstScreen, isDrawn } from './first-screen';

const show = (html: string) => {
  document.body.innerHTML = `<div id="main">${html}</div>`;
};
const HEADING = '<h1 data-page-heading>Offers</h1>';

describe('the first screen', () => {
  it.each([
    ['nothing yet', '', false],
    ['its heading over skeletons', `${HEADING}<span class="f-skeleton"></span>`, false],
    ['its heading and a spinner', `${HEADING}<span class="f-spinner"></span>`, false],
    ['its heading and its data', `${HEADING}<p>No offers yet</p>`, true],
  ])('%s - in the page - counts as drawn: %#', (_what, html, expected) => {
    show(html);
    expect(isDrawn()).toBe(expected);
  });

  it('a picture in view - being loaded, then loaded - is waited for', () => {
    show(`${HEADING}<img>`);
    const image = document.querySelector('img') as HTMLImageElement;
    image.getBoundingClientRect = () => ({ top: 10, bottom: 110, height: 100 }) as DOMRect;
    Object.defineProperty(image, 'complete', { value: false, configurable: true });
    expect(isDrawn()).toBe(false);
    image.getBoundingClientRect = () => ({ top: 9_000, bottom: 9_100, height: 100 }) as DOMRect;
    expect(isDrawn()).toBe(true);
  });

  it('a screen that never arrives - after four seconds - is no longer waited for', async () => {
    jest.useFakeTimers();
    show('');
    let isOver = false;
    void firstScreen().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(3_900);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    expect(isOver).toBe(true);
    jest.useRealTimers();
  });

  it('a loaded picture - until it is decoded and painted - is waited for', async () => {
    jest.useFakeTimers();
    let fresh = firstScreen;
    await jest.isolateModulesAsync(async () => {
      fresh = (await import('./first-screen')).firstScreen;
    });
    show(`${HEADING}<img>`);
    const image = document.querySelector('img') as HTMLImageElement;
    image.getBoundingClientRect = () => ({ top: 10, bottom: 110, height: 100 }) as DOMRect;
    Object.defineProperty(image, 'complete', { value: true });
    let decoded = () => undefined as void;
    image.decode = () => new Promise((resolve) => (decoded = resolve));
    let isOver = false;
    void fresh().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(500);
    expect(isOver).toBe(false);
    decoded();
    await jest.advanceTimersByTimeAsync(100);
    expect(isOver).toBe(true);
    jest.useRealTimers();
  });
});
