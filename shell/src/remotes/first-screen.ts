/** Least time between two looks, and the longest wait: a screen that hangs must not keep the rest from coming. */
const LOOK_EVERY_MS = 100;
const LONGEST_MS = 4_000;

const WAITING = '.f-skeleton, .f-spinner';

/** Pictures of the screen that can be seen without scrolling. */
const picturesInView = (main: Element) =>
  [...main.querySelectorAll('img')].filter((image) => {
    const { top, bottom, height } = image.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });

/** Whether the screen on show has what it shows at first: its own data in the place of skeletons and spinners, and the pictures in view. */
export function isDrawn(): boolean {
  const main = document.querySelector('#main');
  if (!main?.querySelector('[data-page-heading]') || main.querySelector(WAITING)) return false;
  return picturesInView(main).every((image) => image.complete);
}

const nextFrame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve));

/** Settles when the pictures that have come are on the screen, too: decoded, and a frame later. One that cannot be decoded is not waited for. */
async function picturesPainted(): Promise<void> {
  const main = document.querySelector('#main');
  await Promise.allSettled(main ? picturesInView(main).map((image) => image.decode()) : []);
  await nextFrame();
  await nextFrame();
}

let drawn: Promise<void> | undefined;

/** Settles when the first screen of this page is there, or takes too long: nothing that only comes in useful later competes with it. */
export function firstScreen(): Promise<void> {
  drawn ??= new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isDrawn()) return;
      clearInterval(timer);
      void picturesPainted().then(resolve);
    }, LOOK_EVERY_MS);
    // also for a page in the background, which has no frames
    setTimeout(() => {
      clearInterval(timer);
      resolve();
    }, LONGEST_MS);
  });
  return drawn;
}
