/** Least time between two looks, and the longest wait: a screen that hangs must not keep the rest from coming. */
const LOOK_EVERY_MS = 100;
const LONGEST_MS = 4_000;

const WAITING = '.f-skeleton, .f-spinner';

const isOnScreen = (image: HTMLImageElement) => {
  const { top, bottom, height } = image.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
};

/** Whether the screen on show has what it shows at first: its own data in the place of skeletons and spinners, and the pictures in view. */
export function isDrawn(): boolean {
  const main = document.querySelector('#main');
  if (!main?.querySelector('[data-page-heading]') || main.querySelector(WAITING)) return false;
  return [...main.querySelectorAll('img')].every((image) => image.complete || !isOnScreen(image));
}

let drawn: Promise<void> | undefined;

/** Settles when the first screen of this page is there, or takes too long: nothing that only comes in useful later competes with it. */
export function firstScreen(): Promise<void> {
  drawn ??= new Promise((resolve) => {
    const end = performance.now() + LONGEST_MS;
    const timer = setInterval(() => {
      if (!isDrawn() && performance.now() < end) return;
      clearInterval(timer);
      resolve();
    }, LOOK_EVERY_MS);
  });
  return drawn;
}
