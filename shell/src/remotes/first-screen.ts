/** Interval of the checks, and the longest wait, so that a screen that hangs does not block what is loaded later. */
const LOOK_EVERY_MS = 100;
const LONGEST_MS = 4_000;

const WAITING = '.f-skeleton, .f-spinner';

/** Pictures of the screen that are visible without scrolling. */
const picturesInView = (main: Element) =>
  [...main.querySelectorAll('img')].filter((image) => {
    const { top, bottom, height } = image.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });

/** Whether the screen shows its data instead of skeletons and spinners, and the pictures in view. */
export function isDrawn(): boolean {
  const main = document.querySelector('#main');
  if (!main?.querySelector('[data-page-heading]') || main.querySelector(WAITING)) return false;
  return picturesInView(main).every((image) => image.complete);
}

const nextFrame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve));

/** Settles when the loaded pictures are decoded, and a frame later. Pictures that cannot be decoded are skipped. */
async function picturesPainted(): Promise<void> {
  const main = document.querySelector('#main');
  await Promise.allSettled(main ? picturesInView(main).map((image) => image.decode()) : []);
  await nextFrame();
  await nextFrame();
}

let drawn: Promise<void> | undefined;

/** Settles when the first screen of this page is shown, or takes too long. What is needed later is loaded after it. */
export function firstScreen(): Promise<void> {
  drawn ??= new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isDrawn()) return;
      clearInterval(timer);
      void picturesPainted().then(resolve);
    }, LOOK_EVERY_MS);
    // pages in the background have no frames
    setTimeout(() => {
      clearInterval(timer);
      resolve();
    }, LONGEST_MS);
  });
  return drawn;
}
